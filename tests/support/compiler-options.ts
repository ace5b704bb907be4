import { packageTypes } from './package-types.ts';

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
