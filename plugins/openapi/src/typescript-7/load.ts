import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { api, ast, CompilerModules } from '../reader/compiler-modules.ts';

/** Loads TypeScript 7 from the folder of an application. */
export const loadTypeScript7 = async (folder: string): Promise<CompilerModules> => {
  const { resolve } = createRequire(join(folder, 'package.json'));
  const load = async (name: string): Promise<unknown> => import(pathToFileURL(resolve(name)).href);
  const loaded = await Promise.all([load('typescript/unstable/sync'), load('typescript/unstable/ast')]);
  const [sync, syntax] = loaded as [typeof api, typeof ast];
  return { api: sync, ast: syntax, open: (config) => openProject(sync, config) };
};

/** The compiler runs in a process of its own until `close()`. */
const openProject = (sync: typeof api, config: string): ReturnType<CompilerModules['open']> => {
  const compiler = new sync.API({ cwd: dirname(config) });
  try {
    const project = compiler.updateSnapshot({ openProjects: [config] }).getProject(config);
    if (project !== undefined)
      return { program: project.program, checker: project.checker, close: () => compiler.close() };
  } catch (error) {
    compiler.close();
    throw error;
  }
  compiler.close();
  return null;
};
