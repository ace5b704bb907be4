import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { errors as coreErrors, type ErrorFactory, type ErrorRow } from '@taproot/core/internal';
import { errors as routingErrors } from '@taproot/routing';
import type { ErrorFact, KnownErrors } from '../reader/type-reader.ts';

type Table = Readonly<Record<string, ErrorFactory<ErrorRow>>>;

/**
 * The errors of the framework's packages that an application depends on or has as plugins, by code. In a workspace, the package.json above
 * the application may be the one that names them. A message with placeholders is left out.
 */
export const knownErrors = async (folder: string, plugins: readonly string[]): Promise<KnownErrors> => {
  const names = new Set([...packagesOf(folder), ...plugins.map((name) => `@taproot/${name}`)]);
  const tables = await Promise.all([...names].map((name) => tableOf(folder, name)));
  const rows = [coreErrors as Table, routingErrors as Table, ...tables].flatMap((table) => Object.entries(table));
  return new Map(
    rows.map(([code, { row }]) => [
      code,
      { status: row.status ?? 500, description: /\{\w+\}/.test(row.message) ? '' : row.message },
    ]),
  );
};

const packagesOf = (folder: string): string[] => {
  const { dependencies = {} } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as {
    readonly dependencies?: Readonly<Record<string, string>>;
  };
  return Object.keys(dependencies).filter((name) => name.startsWith('@taproot/'));
};

/** The `errors` of a package; empty if it has none, or cannot be loaded here. */
const tableOf = async (folder: string, name: string): Promise<Table> => {
  try {
    const file = createRequire(join(folder, 'package.json')).resolve(name);
    const { errors = {} } = (await import(pathToFileURL(file).href)) as { readonly errors?: Table };
    return errors;
  } catch {
    return {};
  }
};

/** The errors of reading a body. */
export const bodyErrors = (): ErrorFact[] =>
  (['E_BODY_MALFORMED', 'E_BODY_SLOW', 'E_BODY_TOO_LARGE', 'E_BODY_UNSUPPORTED'] as const).map((code) => {
    const { row } = routingErrors[code];
    return { status: row.status, code, description: /\{\w+\}/.test(row.message) ? '' : row.message };
  });
