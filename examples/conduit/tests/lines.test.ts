import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';

const root = join(import.meta.dirname, '..');

/** Lines of code in these files and folders, without blank lines and comments. */
const linesOf = (...paths: string[]): number => {
  let lines = 0;
  for (const path of paths) {
    const files = path.endsWith('.ts')
      ? [path]
      : readdirSync(join(root, path), { encoding: 'utf8', recursive: true }).map((file) => join(path, file));
    for (const file of files.filter((name) => name.endsWith('.ts'))) {
      const code = readFileSync(join(root, file), 'utf8')
        .split('\n')
        .filter((line) => !/^\s*(?:\/\/|\/\*|\*|$)/.test(line));
      process.stdout.write(`${String(code.length).padStart(4)} ${file}\n`);
      lines += code.length;
    }
  }
  return lines;
};

// For comparison: the shortest published backend has 372 and 650 lines, counted in the same way, and implements less.
test('routes, controllers, requests and policies take 372 lines at most', () => {
  expect(linesOf('routes', 'app/http/controllers', 'app/http/requests', 'app/policies')).toBeLessThanOrEqual(372);
});

test('all of the application but its tables takes 650 lines at most', () => {
  expect(linesOf('routes', 'app', 'bootstrap', 'main.ts')).toBeLessThanOrEqual(650);
});
