import { spawnSync } from 'node:child_process';
import { join } from 'node:path';

const root = join(import.meta.dirname, '..', '..');

/** Every starter with every set of parts on each HTTP driver: made, formatted, linted, compiled and tested. */
export const run = async (): Promise<readonly string[]> => {
  const env = { ...process.env, TAPROOT_PAIRS: 'all' };
  const { status } = spawnSync('npm', ['test', '--', 'tests/create-taproot/starters'], {
    cwd: root,
    env,
    stdio: 'inherit',
  });
  return status === 0 ? [] : ['An application does not hold.'];
};
