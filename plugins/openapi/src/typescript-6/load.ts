import { createRequire } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type ts from '@typescript/typescript6';
import type { CompilerModules } from '../reader/compiler-modules.ts';
import { Compiler } from './compiler.ts';

/**
 * Loads TypeScript 6 from the folder of an application, behind the interface of TypeScript 7, so that one reader works
 * with both.
 * @param name the package: `typescript`, or `@typescript/typescript6`
 */
export const loadTypeScript6 = async (folder: string, name: string): Promise<CompilerModules> => {
  const { resolve } = createRequire(join(folder, 'package.json'));
  const loaded = (await import(pathToFileURL(resolve(name)).href)) as { readonly default: typeof ts };
  const classic = loaded.default;
  class API extends Compiler {
    constructor() {
      super(classic);
    }
  }
  // Implements only the used part of the interface. A test suite compares both versions.
  return { api: { ...classic, API }, ast: classic } as unknown as CompilerModules;
};
