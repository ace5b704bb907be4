// Makes `npm start` and `npm test` work on a fresh machine: installs when node_modules is missing or older than the lock,
// and gives the skeleton an .env for development before it first starts.
import { spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const lock = join(root, 'package-lock.json');
const installed = join(root, 'node_modules', '.package-lock.json');

const fresh = existsSync(installed) && statSync(installed).mtimeMs >= statSync(lock).mtimeMs;
if (!fresh) {
  console.log('Installing dependencies (npm ci) ...');
  const { status } = spawnSync('npm', ['ci', '--no-audit', '--no-fund'], {
    cwd: root,
    stdio: 'inherit',
    shell: process.platform === 'win32',
  });
  if (status !== 0) process.exit(status ?? 1);
}

const env = join(root, 'app-skeleton', '.env');
if (process.env.npm_lifecycle_event === 'prestart' && !existsSync(env)) {
  const example = readFileSync(`${env}.example`, 'utf8');
  writeFileSync(env, example.replace(/^APP_KEY=$/m, `APP_KEY=${randomBytes(32).toString('base64url')}`), {
    mode: 0o600,
  });
}
