import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { program } from '../support/program.ts';
import type { Flood } from '../throttle/support/many-keys.ts';

const fixture = program(join(import.meta.dirname, '..', 'throttle', 'fixtures', 'flooded-process.ts'));
const keys = 1_000_000;
const MiB = 1024 * 1024;

const floodProcess = (maxKeys: number): Flood & { readonly grown: number } =>
  JSON.parse(
    execFileSync(process.execPath, [fixture, String(keys), String(maxKeys)], {
      encoding: 'utf8',
    }),
  ) as Flood & { readonly grown: number };

/** A million distinct keys, under the default bound and with room for all of them. */
export const run = async (): Promise<readonly string[]> => {
  const faults: string[] = [];
  const rows: Record<string, object> = {};
  for (const maxKeys of [500_000, keys]) {
    const { kept, p99, worst, blocked, grown } = floodProcess(maxKeys);
    const rss = `+${(grown / MiB).toFixed(0)} MiB`;
    rows[`max_keys ${maxKeys}`] = { kept, rss, p99: `${p99.toFixed(4)} ms`, worst: `${worst.toFixed(1)} ms`, blocked };
    if (grown > 256 * MiB) faults.push(`${maxKeys}: RSS grew by ${rss}`);
    if (p99 > 1) faults.push(`${maxKeys}: p99 of the decision ${p99.toFixed(2)} ms`);
    if (!blocked) faults.push(`${maxKeys}: a blocked key was freed`);
  }
  console.table(rows);
  return faults;
};
