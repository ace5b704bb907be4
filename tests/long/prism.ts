import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';

const root = join(import.meta.dirname, '..', '..');
const folder = join(root, 'tools', 'prism');
const cli = join(folder, 'node_modules', '@stoplight', 'prism-cli', 'dist', 'index.js');

/** The tests of Conduit through Prism, which holds each request and each response against the committed document. */
export const run = async (): Promise<readonly string[]> => {
  if (!existsSync(cli)) spawnSync('npm', ['ci'], { cwd: folder, stdio: 'inherit' });
  const env = { ...process.env, CONDUIT_PRISM: cli, TAPROOT_SERVICES: 'required' };
  const { status } = spawnSync('npm', ['test', '--', 'examples/conduit/tests/conduit.test'], {
    cwd: root,
    env,
    stdio: 'inherit',
  });
  return status === 0 ? [] : ['The document of Conduit and its server do not agree.'];
};
