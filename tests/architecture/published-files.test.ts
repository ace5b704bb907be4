import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';

interface Manifest {
  readonly files: readonly string[];
  readonly exports: Readonly<Record<string, string | Readonly<Record<string, string>>>>;
}

const root = join(import.meta.dirname, '../..');

const packages = ['core', ...readdirSync(join(root, 'plugins')).map((name) => join('plugins', name))].filter((folder) =>
  existsSync(join(root, folder, 'package.json')),
);

/** Where the files of an entry lie: `./src/index.ts` = `src`. */
const folderOf = (path: string): string => path.split('/')[1] ?? '';

// Declaration maps lead editors to the sources, and debuggers find them by the others.
test.each(packages)('%s ships all that its exports name, its sources among it', (folder) => {
  const { files, exports }: Manifest = JSON.parse(readFileSync(join(root, folder, 'package.json'), 'utf8')) as Manifest;
  const named = Object.values(exports).flatMap((entry) => (typeof entry === 'string' ? [entry] : Object.values(entry)));
  const folders = [...new Set(named.map(folderOf))].filter((name) => name !== 'package.json');
  expect(folders).toContain('src');
  expect(files).toEqual(expect.arrayContaining(folders));
});
