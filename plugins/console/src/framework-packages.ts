import { createRequire } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { readManifest } from './introspection/package-version.ts';

/** Names of the packages of the framework that the application in `root` depends on. */
export const frameworkPackages = (root: string): string[] => {
  const { dependencies = {}, devDependencies = {} } = readManifest(join(root, 'package.json')) ?? {};
  return Object.keys({ ...dependencies, ...devDependencies }).filter((name) => name.startsWith('@taproot/'));
};

/** Imports a package, resolved from the application in `root`. */
export const importPackage = async (root: string, name: string): Promise<unknown> =>
  import(pathToFileURL(createRequire(join(root, 'package.json')).resolve(name)).href);

/**
 * Imports the packages of the framework before tsx is registered, because tsx resolves and loads modules one by one in a thread. This saves
 * a command of the skeleton a quarter of its CPU time.
 */
export const preloadPackages = async (root: string): Promise<void> => {
  // tsx does the same, so that stacks show places in the sources.
  process.setSourceMapsEnabled(true);
  // If a package does not load, the application reports it when it imports the package.
  await Promise.allSettled(frameworkPackages(root).map((name) => importPackage(root, name)));
};
