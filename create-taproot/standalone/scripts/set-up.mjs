// Runs before `start`, `dev` and `test`, so that these are all a fresh machine needs: installs what package.json asks
// for when that changed since the last time, and gives an application that is to be served an .env of its own.
import './check-node.mjs';
import { spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

const root = join(import.meta.dirname, '..');
const stamp = join(root, 'node_modules', '.set-up');
const changed = (path) => statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0;

const asked = join(root, 'package.json');

// After an `npm install` by hand npm's own record is newer; it may have left out what development needs.
const isInstalled = () => {
  if (changed(stamp) >= changed(asked)) return true;
  if (changed(join(root, 'node_modules', '.package-lock.json')) < changed(asked)) return false;
  const { dependencies = {}, devDependencies = {} } = JSON.parse(readFileSync(asked, 'utf8'));
  return Object.keys({ ...dependencies, ...devDependencies }).every((name) =>
    existsSync(join(root, 'node_modules', name, 'package.json')),
  );
};

if (!isInstalled()) {
  const command = 'npm install --include=dev --no-audit --no-fund';
  console.log(`Installing dependencies (${command}) ...`);
  // Ctrl-C reaches the package manager as well: this process outlives it, so that it is done when this is.
  process.on('SIGINT', () => undefined);
  // In production a package manager leaves out what starts and tests the sources, and would not be asked again.
  const env = { ...process.env, NODE_ENV: 'development' };
  const { status } = spawnSync(command, { cwd: root, stdio: 'inherit', shell: true, env });
  if (status !== 0) process.exit(status ?? 1);
  // In a workspace the packages may lie above.
  mkdirSync(dirname(stamp), { recursive: true });
  writeFileSync(stamp, '');
}

const env = join(root, '.env');
// Tests need none, and where only tests run, `APP_ENV=development` would be one too many.
if (process.env.npm_lifecycle_event !== 'pretest' && !existsSync(env) && existsSync(`${env}.example`)) {
  const example = readFileSync(`${env}.example`, 'utf8');
  writeFileSync(env, example.replace(/^APP_KEY=$/m, `APP_KEY=${randomBytes(32).toString('base64url')}`), {
    mode: 0o600,
  });
}
