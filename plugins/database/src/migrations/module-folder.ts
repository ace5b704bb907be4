import { existsSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { basename, isAbsolute, join, sep } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { hasCode } from '@taproot/core';
import { reasonOf } from '@taproot/core/internal';

const loadable = /^(?!.*\.d\.[cm]?ts$)(.+)\.[cm]?[jt]s$/;

/** The folders of migrations or seeders: the sources and the compiled files. */
export interface ModuleFolders {
  /** The folder for new files. */
  readonly source: string;
  /** The folder below `dist`; null when the configuration names the exact folder, by a URL. */
  readonly compiled: string | null;
}

/** The folders of a setting. It is a path relative to the application's folder, an absolute path, or a file URL. */
export const moduleFolders = (configured: string | URL, basePath: string): ModuleFolders => {
  const text = String(configured);
  if (text.startsWith('file:')) return { source: fileURLToPath(text), compiled: null };
  if (isAbsolute(text)) return { source: text, compiled: null };
  return { source: join(basePath, text), compiled: join(basePath, 'dist', text) };
};

/** The names of the files in a folder; empty if there is no folder. */
export const filesIn = async (folder: string): Promise<readonly string[]> => {
  try {
    return await readdir(folder);
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return [];
    throw error;
  }
};

type Program = Readonly<Pick<NodeJS.Process, 'argv' | 'execArgv'>>;

/**
 * Whether a program runs the compiled files in `dist`. Node can also run TypeScript sources by itself, but may do so differently from the
 * compiler.
 */
export const runsCompiled = (basePath: string, { argv, execArgv }: Program): boolean => {
  const script = argv[1] ?? '';
  if (script.startsWith(join(basePath, 'dist') + sep)) return true;
  if (!['taproot', 'taproot.js'].includes(basename(script))) return false;
  // The console chooses the bootstrap file in the same way.
  if (!existsSync(join(basePath, 'bootstrap', 'app.ts'))) return true;
  return !execArgv.some((argument) => argument.includes('tsx')) && !hasTsx(basePath);
};

const hasTsx = (basePath: string): boolean => {
  try {
    createRequire(join(basePath, 'package.json')).resolve('tsx');
    return true;
  } catch {
    return false;
  }
};

/** How to read a folder of modules. */
export interface ModuleKind<Module> {
  /** The setting's default: only this folder may be missing. */
  readonly defaultFolder: string;
  /** Whether a module has the expected exports. */
  readonly is: (module: object) => module is Module & object;
  /** The error for a file that cannot be loaded. Without a cause, the file has the wrong exports. */
  readonly unloadable: (file: string, cause: unknown) => Error;
  /** The error of a folder that cannot be read. */
  readonly unreadable: (folder: string, reason: string, cause: unknown) => Error;
}

/** The modules by name: the name of the file without its extension. Imports the files, from `dist` if the application runs there. */
export const loadModules = async <Module>(
  { source, compiled }: ModuleFolders,
  basePath: string,
  kind: ModuleKind<Module>,
): Promise<Record<string, Module>> => {
  const folders =
    compiled === null ? [source] : runsCompiled(basePath, process) ? [compiled, source] : [source, compiled];
  const failures: unknown[] = [];
  for (const folder of folders) {
    try {
      return await loadFolder(folder, kind);
    } catch (error) {
      // If this process cannot read the sources, or they were not deployed, there may be compiled files.
      if (!hasCode(error, 'ERR_UNKNOWN_FILE_EXTENSION', 'ENOENT')) throw folderError(folder, error, kind);
      failures.push(error);
    }
  }
  const unreadable = failures.find((error) => !hasCode(error, 'ENOENT'));
  // The default folder may be missing: the application has no such modules yet. Another folder must exist.
  if (unreadable === undefined && source === join(basePath, kind.defaultFolder)) return {};
  throw folderError(source, unreadable ?? failures[0], kind);
};

const loadFolder = async <Module>(folder: string, kind: ModuleKind<Module>): Promise<Record<string, Module>> => {
  const files = (await readdir(folder)).filter((file) => loadable.test(file)).sort();
  const modules: Record<string, Module> = {};
  for (const file of files) modules[loadable.exec(file)?.[1] ?? file] = await loadFile(join(folder, file), kind);
  return modules;
};

const loadFile = async <Module>(file: string, { is, unloadable }: ModuleKind<Module>): Promise<Module> => {
  let module: object;
  try {
    module = (await import(pathToFileURL(file).href)) as object;
  } catch (cause) {
    if (hasCode(cause, 'ERR_UNKNOWN_FILE_EXTENSION')) throw cause;
    throw unloadable(file, cause);
  }
  if (is(module)) return module;
  throw unloadable(file, null);
};

const folderError = <Module>(folder: string, error: unknown, { unreadable }: ModuleKind<Module>): unknown => {
  if (hasCode(error, 'ERR_UNKNOWN_FILE_EXTENSION'))
    return unreadable(folder, 'this process does not read TypeScript', error);
  return hasCode(error, 'ENOENT', 'ENOTDIR', 'EACCES') ? unreadable(folder, reasonOf(error), error) : error;
};
