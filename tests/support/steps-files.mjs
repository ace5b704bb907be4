import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const tests = join(import.meta.dirname, '..');

/** The files of tests that count steps, from the root of the repository. */
export const filesThatCountSteps = () =>
  readdirSync(tests, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && entry.name !== '.tmp')
    .flatMap(({ name }) => readdirSync(join(tests, name), { recursive: true }).map((file) => join(name, file)))
    .filter((file) => file.endsWith('.test.ts'))
    .filter((file) => readFileSync(join(tests, file), 'utf8').includes("/support/steps.ts'"))
    .map((file) => join('tests', file));
