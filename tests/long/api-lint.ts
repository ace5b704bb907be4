import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import type { LongTest } from './run.ts';
import { linters } from './support/tools.ts';

const root = join(import.meta.dirname, '..', '..');

/** Redocly's recommended rules on the committed documents. */
export const run: LongTest = () => {
  const redocly = join(linters(), '@redocly', 'cli', 'bin', 'cli.js');
  const env = { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' };
  const faults = ['app-skeleton', 'examples/conduit'].flatMap((folder) => {
    const file = join(root, folder, 'api', 'openapi.json');
    const args = [redocly, 'lint', '--extends=recommended', '--format=summary', file];
    const { status, stdout } = spawnSync(process.execPath, args, { env, encoding: 'utf8' });
    console.log(`api-lint ${folder}:\n${stdout}`);
    return status === 0 ? [] : [`${folder}: Redocly finds errors`];
  });
  return Promise.resolve(faults);
};
