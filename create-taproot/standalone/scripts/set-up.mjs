// Runs before `start`, `dev` and `test`, so that these are all a fresh machine needs: installs what package.json asks
// for when that changed since the last time, and gives the application an .env of its own.
import { spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const root = join(import.meta.dirname, '..');
const stamp = join(root, 'node_modules', '.set-up');
const changed = (path) => statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0;

if (changed(stamp) < changed(join(root, 'package.json'))) {
  const command = 'npm install --no-audit --no-fund';
  console.log(`Installing dependencies (${command}) ...`);
  const { status } = spawnSync(command, { cwd: root, stdio: 'inherit', shell: true });
  if (status !== 0) process.exit(status ?? 1);
  writeFileSync(stamp, '');
}

const env = join(root, '.env');
if (!existsSync(env)) {
  const example = readFileSync(`${env}.example`, 'utf8');
  writeFileSync(env, example.replace(/^APP_KEY=$/m, `APP_KEY=${randomBytes(32).toString('base64url')}`), {
    mode: 0o600,
  });
}
