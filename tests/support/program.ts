import { join, relative } from 'node:path';

const tests = join(import.meta.dirname, '..');

/** The compiled form of a TypeScript program of these tests, to be started by node alone; see programs.mjs. */
export const program = (file: string): string =>
  join(tests, '.tmp', 'programs', relative(tests, file).replace(/\.ts$/, '.js'));

/** The program of the console as `npm install` lays it down, on the bundles of the packages; see programs.mjs. */
export const taproot = join(tests, '.tmp', 'taproot', 'bin', 'taproot.js');
