import { mkdir, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { packageTypes } from './package-types.ts';

const home = join(import.meta.dirname, '..', '.tmp', 'declared');

/** Of applications that tests write and compile, whose code names files with their ending. */
export const compilerOptions = async (): Promise<object> => ({
  target: 'es2023',
  lib: ['es2023'],
  module: 'nodenext',
  types: [],
  strict: true,
  noEmit: true,
  skipLibCheck: true,
  allowImportingTsExtensions: true,
  // The packages by their declarations, made for the tests: a checkout has none before it is built.
  paths: await packageTypes(),
});

/**
 * A tsconfig.json of the code in a folder of this repository that reads the packages by their declarations, as applications
 * do; gives its path. A compiler takes a third of the time that it takes with their sources.
 */
export const declaredConfig = async (folder: string): Promise<string> => {
  const config = join(home, `${basename(folder)}-${process.pid}.json`);
  const tsconfig = {
    extends: join(folder, 'tsconfig.json'),
    compilerOptions: { paths: await packageTypes(), customConditions: [] },
    include: [join(folder, '**', '*.ts')],
  };
  await mkdir(home, { recursive: true });
  await writeFile(config, JSON.stringify(tsconfig));
  return config;
};
