import { createRequire } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type * as ast from 'typescript/unstable/ast';
import type * as api from 'typescript/unstable/sync';

/** The modules of TypeScript 7 that are used here. They are unstable, so nothing outside of this folder knows them. */
export interface TypeScript7 {
  readonly api: typeof api;
  readonly ast: typeof ast;
}

/** Loads TypeScript 7 from the folder of an application. */
export const loadTypeScript7 = async (folder: string): Promise<TypeScript7> => {
  const { resolve } = createRequire(join(folder, 'package.json'));
  const load = async (name: string): Promise<unknown> => import(pathToFileURL(resolve(name)).href);
  const [sync, syntax] = await Promise.all([load('typescript/unstable/sync'), load('typescript/unstable/ast')]);
  return { api: sync as typeof api, ast: syntax as typeof ast };
};
