import { spawnSync } from 'node:child_process';
import { join } from 'node:path';

const root = join(import.meta.dirname, '..', '..');

/** All tests, those of the skeleton and of Conduit on each database, with each HTTP driver, and pages of every scheme and width. */
export const run = async (): Promise<readonly string[]> => {
  const env = { ...process.env, TAPROOT_PAIRS: 'all', TAPROOT_SERVICES: 'required' };
  const { status } = spawnSync('npm', ['test'], { cwd: root, env, stdio: 'inherit' });
  return status === 0 ? [] : ['A pair fails.'];
};
