import { spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { type LiveServer, startServer } from './live-server.ts';

const root = join(import.meta.dirname, '..', '..', '..');
const folder = join(root, 'examples', 'conduit-web');

const run = (...args: readonly string[]): void => {
  const { status } = spawnSync('npm', args, { cwd: folder, stdio: 'inherit' });
  if (status !== 0) throw new Error(`npm ${args.join(' ')} failed in examples/conduit-web.`);
};

/** Builds the front end, after its packages are installed, and serves it with the API on an empty database. */
export const startConduit = (): Promise<LiveServer> => {
  if (!existsSync(join(folder, 'node_modules', '.package-lock.json')))
    run('ci', '--ignore-scripts', '--no-audit', '--no-fund');
  run('run', '--silent', 'build');
  const script = join(root, 'examples', 'conduit', 'tests', 'support', 'front-end.ts');
  const secret = randomBytes(32).toString('hex');
  const env = { JWT_SECRET: secret, DATABASE_URL: ':memory:', HASH_MEMORY: '64', HOST: '127.0.0.1' };
  return startServer([process.execPath, '-C', 'source', '--import', 'tsx', script], root, env);
};
