import { createRequire } from 'node:module';
import { join, relative } from 'node:path';
import { pathToFileURL } from 'node:url';
import { type Application, hasCode } from '@taproot/core';
import { nearest } from '@taproot/core/internal';
import { errors } from './errors.ts';
import type { ApplicationFiles } from './find-application.ts';
import { preloadPackages } from './framework-packages.ts';

/** The `boot()` of an application's bootstrap file. */
export type Boot = () => Promise<Application>;

const tsxOf = (root: string): string | null => {
  try {
    return createRequire(join(root, 'package.json')).resolve('tsx');
  } catch (error) {
    if (hasCode(error, 'MODULE_NOT_FOUND', 'ERR_PACKAGE_PATH_NOT_EXPORTED')) return null;
    throw error;
  }
};

// A process with `--import tsx` reads TypeScript already.
const readsTypeScript = (): boolean => process.execArgv.some((argument) => argument.includes('tsx'));

/** Whether the TypeScript sources of an application run, and not the compiled files. */
export const runsSources = ({ root, typescript }: ApplicationFiles): boolean =>
  typescript !== null && (readsTypeScript() || tsxOf(root) !== null);

/** Registers tsx if it is installed. Resolves to whether this process can read the application's TypeScript sources. */
export const readTypeScript = async (files: ApplicationFiles): Promise<boolean> => {
  if (files.typescript === null || readsTypeScript()) return files.typescript !== null;
  const tsx = tsxOf(files.root);
  if (tsx === null) return false;
  await preloadPackages(files.root);
  // The same as `node --import tsx`. resolve() finds only the require build of tsx/esm/api, which cannot register.
  await import(pathToFileURL(tsx).href);
  return true;
};

/** The file to import: the source if tsx is installed, otherwise the compiled file. */
const readableFile = async (files: ApplicationFiles): Promise<string> => {
  const { root, typescript, javascript } = files;
  if (typescript !== null && (await readTypeScript(files))) return typescript;
  if (javascript !== null) return javascript;
  throw errors.E_APPLICATION_TSX({ file: typescript ?? root });
};

const withoutBoot = (file: string, exported: readonly string[]): Error => {
  const near = nearest('boot', exported);
  const advice =
    near === null || near === 'boot'
      ? 'Export from it a function that resolves to the application: `export const boot = () => setup(handle).create();`'
      : `Rename ${near} to boot`;
  return errors.E_APPLICATION_BOOT({ file, exported: exported.join(', ') || 'nothing', advice });
};

/** Imports the bootstrap file of an application. Throws `E_APPLICATION_TSX` without tsx, `E_APPLICATION_BOOT` without `boot()`. */
export const loadBoot = async (files: ApplicationFiles): Promise<Boot> => {
  const file = await readableFile(files);
  const exported = (await import(pathToFileURL(file).href)) as { boot?: unknown };
  const { boot } = exported;
  if (typeof boot !== 'function') throw withoutBoot(relative(process.cwd(), file), Object.keys(exported));
  return boot as Boot;
};
