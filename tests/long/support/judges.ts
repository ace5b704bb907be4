import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';

const folder = join(import.meta.dirname, '..', '..', 'judges');

/** The node_modules of tests/judges, installed when they are not there yet. */
export const judges = (): string => {
  const modules = join(folder, 'node_modules');
  if (existsSync(join(modules, '.package-lock.json'))) return modules;
  const { status } = spawnSync('npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund'], {
    cwd: folder,
    stdio: 'inherit',
  });
  if (status !== 0) throw new Error('The packages of tests/judges cannot be installed.');
  return modules;
};
