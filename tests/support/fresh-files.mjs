import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const tests = join(import.meta.dirname, '..');

/** What goes through all that a worker has loaded: counting steps with `steps.ts`, and the collections of garbage of `pluginChecks()`. */
const goesThroughAll = /\/support\/steps\.ts'|\bpluginChecks\(/;

/** The files of tests that take several times the processor in a worker that has loaded much; paths from the root of the repository. */
export const filesForFreshWorkers = () =>
  readdirSync(tests, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && entry.name !== '.tmp')
    .flatMap(({ name }) => readdirSync(join(tests, name), { recursive: true }).map((file) => join(name, file)))
    .filter((file) => file.endsWith('.test.ts'))
    .filter((file) => goesThroughAll.test(readFileSync(join(tests, file), 'utf8')))
    .map((file) => join('tests', file));
