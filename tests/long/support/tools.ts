import { spawnSync } from 'node:child_process';
import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';

const tools = join(import.meta.dirname, '..', '..', '..', 'tools');

const changedAt = (file: string): number => (existsSync(file) ? statSync(file).mtimeMs : 0);

/** The node_modules of a folder of tools/, installed when they are not there yet, or older than the lock file. */
const installed = (name: string): string => {
  const folder = join(tools, name);
  const modules = join(folder, 'node_modules');
  if (changedAt(join(modules, '.package-lock.json')) >= changedAt(join(folder, 'package-lock.json'))) return modules;
  const { status } = spawnSync('npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund'], {
    cwd: folder,
    stdio: 'inherit',
  });
  if (status !== 0) throw new Error(`The packages of tools/${name} cannot be installed.`);
  return modules;
};

/** The node_modules of tools/asyncapi. */
export const asyncApiParser = (): string => installed('asyncapi');

/** The node_modules of tools/linters. */
export const linters = (): string => installed('linters');

/** The node_modules of tools/generators. */
export const generators = (): string => installed('generators');

/** The node_modules of tools/peers. */
export const peerPackages = (): string => installed('peers');
