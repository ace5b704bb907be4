import { createRequire } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { CompilerModules } from '../reader/compiler-modules.ts';

/** Loads TypeScript 7 from the folder of an application. */
export const loadTypeScript7 = async (folder: string): Promise<CompilerModules> => {
  const { resolve } = createRequire(join(folder, 'package.json'));
  const load = async (name: string): Promise<unknown> => import(pathToFileURL(resolve(name)).href);
  const [api, ast] = await Promise.all([load('typescript/unstable/sync'), load('typescript/unstable/ast')]);
  return { api: api as CompilerModules['api'], ast: ast as CompilerModules['ast'] };
};
