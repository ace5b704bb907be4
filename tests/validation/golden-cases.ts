import { existsSync, readFileSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { PresenceVerifier } from '@taproot/core/plugin';
import { SpooledFile } from '../../plugins/routing/src/body/spooled-file.ts';
import { isMap } from '../../plugins/validation/src/values/records.ts';

const directory = join(import.meta.dirname, '..', '..', '..', 'shared', 'conformance');

/** The golden cases are kept outside the repository; elsewhere their tests are skipped. */
export const haveGoldenCases = existsSync(directory);

/** What every row of the tables has. */
export interface GoldenCase {
  readonly id: string;
  readonly conflict?: boolean;
  readonly data: Readonly<Record<string, unknown>>;
  readonly rules: Readonly<Record<string, unknown>>;
  readonly passes: boolean;
  readonly failed?: Readonly<Record<string, readonly string[]>>;
  readonly validated?: unknown;
  readonly db?: Readonly<Record<string, readonly Readonly<Record<string, unknown>>[]>>;
}

/** The rows of a table, unread: the caller knows their shape. */
export const readCases = (name: string): unknown =>
  JSON.parse(readFileSync(join(directory, `${name}.dev.json`), 'utf8'));

interface WrittenFile {
  readonly name: string;
  readonly type: string;
  readonly base64?: string;
  readonly text?: string;
  readonly size?: number;
}

let files = 0;

const spool = async (file: WrittenFile, folder: string): Promise<SpooledFile> => {
  const bytes =
    file.base64 === undefined
      ? Buffer.from(file.text ?? ' '.repeat(file.size ?? 0))
      : Buffer.from(file.base64, 'base64');
  await mkdir(folder, { recursive: true });
  const path = join(folder, `file-${files++}`);
  await writeFile(path, bytes);
  return new SpooledFile({ field: 'f', name: file.name, type: file.type, path, size: bytes.length });
};

/** The data of a row, with files on disk and dates where it says so. */
export const revive = async (value: unknown, folder: string): Promise<unknown> => {
  if (Array.isArray(value)) return Promise.all(value.map((entry) => revive(entry, folder)));
  if (!isMap(value)) return value;
  if ('$file' in value) return spool(value['$file'] as WrittenFile, folder);
  if ('$time' in value) return new Date(String(value['$time']));
  const entries = Object.entries(value).map(async ([key, entry]) => [key, await revive(entry, folder)] as const);
  return Object.fromEntries(await Promise.all(entries));
};

/** Answers presence from the tables of a row. */
export const presenceIn = (db: GoldenCase['db'] = {}): PresenceVerifier => ({
  present: async ({ connection, table, columns, values, except }) => {
    const rows = (db[connection === null ? table : `${connection}.${table}`] ?? []).filter(
      (row) => except === null || !except.values.map(String).includes(String(row[except.column])),
    );
    return values.map((value) => rows.some((row) => columns.some((column) => String(row[column]) === String(value))));
  },
});
