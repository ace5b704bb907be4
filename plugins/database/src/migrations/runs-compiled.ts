import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename, join, sep } from 'node:path';

type Program = Readonly<Pick<NodeJS.Process, 'argv' | 'execArgv'>>;

/**
 * Whether a program runs the compiled files in `dist`. Node can also run the sources, but does not compile them as the
 * compiler does.
 */
export const runsCompiled = (basePath: string, { argv, execArgv }: Program): boolean => {
  const script = argv[1] ?? '';
  if (script.startsWith(join(basePath, 'dist') + sep)) return true;
  if (!['taproot', 'taproot.js'].includes(basename(script))) return false;
  // As the console chooses the bootstrap file.
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
