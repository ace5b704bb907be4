import { createRequire } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type ts from '@typescript/typescript6';
import type { CompilerModules } from '../reader/compiler-modules.ts';
import { Project } from './compiler.ts';

/**
 * Loads TypeScript 6 from the folder of an application, behind the interface of TypeScript 7, so that one reader works
 * with both.
 * @param name the package: `typescript`, or `@typescript/typescript6`
 */
export const loadTypeScript6 = async (folder: string, name: string): Promise<CompilerModules> => {
  const { resolve } = createRequire(join(folder, 'package.json'));
  const loaded = (await import(pathToFileURL(resolve(name)).href)) as { readonly default: typeof ts };
  const classic = loaded.default;
  // Implements only the used part of the interface. A test suite compares both versions.
  const open = (config: string): unknown => new Project(classic, config);
  return { api: classic, ast: classic, open } as unknown as CompilerModules;
};
