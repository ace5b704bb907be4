// `npm run docs` serves the site at http://127.0.0.1:5173; with `-- build` it builds into site/dist, with `-- preview` it serves that.
import { spawnSync } from 'node:child_process';
import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';

const here = import.meta.dirname;
const [command = 'dev', ...rest] = process.argv.slice(2);

const run = (program, args) => {
  const { status } = spawnSync(program, args, { cwd: here, stdio: 'inherit', shell: process.platform === 'win32' });
  if (status !== 0) process.exit(status ?? 1);
};

const changedAt = (file) => (existsSync(join(here, file)) ? statSync(join(here, file)).mtimeMs : 0);

if (changedAt('node_modules/.package-lock.json') < changedAt('package-lock.json'))
  run('npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund']);

run(process.execPath, ['node_modules/vitepress/bin/vitepress.js', command, ...rest]);
