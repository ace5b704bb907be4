import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, normalize, relative, sep } from 'node:path';
import { describe, expect, test } from '@jest/globals';

const root = join(import.meta.dirname, '..', '..');
const packages = ['core', 'client', ...readdirSync(join(root, 'plugins')).map((name) => `plugins/${name}`)].filter(
  (folder) => existsSync(join(root, folder, 'src')),
);

/** Lists, declarations, and things whose halves know each other, that read better as one file. */
const long: readonly string[] = [
  'plugins/auth/src/auth-runtime.ts',
  'plugins/auth/src/config.ts',
  'plugins/routing/src/exchange/http-request.ts',
  'plugins/routing/src/http/http-runtime.ts',
  'plugins/routing/src/router/router.ts',
  // The rules, one line and one comment each.
  'plugins/validation/src/types/built-in-rules.ts',
];

/** Types that name each other, by one file of each circle. A new circle needs a file for the type that closes it. */
const circles: readonly string[] = [
  // An application has plugins, and a plugin gets the application.
  'core/src/application/application.ts',
  // A context makes its request and its response builder, which belong to it. All are types but for the class that a request extends.
  // Members: http-context, http-request, request-head, response-builder, site.
  'plugins/routing/src/exchange/http-context.ts',
];

const filesOf = (folder: string): string[] =>
  readdirSync(join(root, folder, 'src'), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts'))
    .map((file) => `${folder}/src/${file.split(sep).join('/')}`);

const imported = /(?:from|import)\s*\(?\s*'(\.{1,2}\/[^']+)'/g;

const importsOf = (file: string): string[] =>
  [...readFileSync(join(root, file), 'utf8').matchAll(imported)].map(([, path = '']) =>
    normalize(join(dirname(file), path))
      .split(sep)
      .join('/'),
  );

/** The files that a file reaches by imports, however far. */
const reachedFrom = (file: string, graph: ReadonlyMap<string, readonly string[]>): Set<string> => {
  const reached = new Set<string>();
  const open = [...(graph.get(file) ?? [])];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    if (reached.has(next)) continue;
    reached.add(next);
    open.push(...(graph.get(next) ?? []));
  }
  return reached;
};

describe.each(packages)('the house of %s', (folder) => {
  const files = filesOf(folder);
  const graph = new Map(files.map((file) => [file, importsOf(file)]));

  test('has files of 250 lines at most', () => {
    const lines = (file: string): number => readFileSync(join(root, file), 'utf8').split('\n').length - 1;
    expect(files.filter((file) => lines(file) > 250 && !long.includes(file))).toEqual([]);
  });

  test('has rooms of 24 files at most', () => {
    const rooms = new Map<string, number>();
    for (const file of files) rooms.set(dirname(file), (rooms.get(dirname(file)) ?? 0) + 1);
    expect([...rooms].filter(([, count]) => count > 24)).toEqual([]);
  });

  test('has no circle of files but those that are known', () => {
    const reached = new Map(files.map((file) => [file, reachedFrom(file, graph)]));
    const inCircle = files.filter((file) => reached.get(file)?.has(file) === true);
    const known = circles.filter((file) => reached.get(file)?.has(file) === true);
    const tied = (file: string, one: string): boolean =>
      file === one || (reached.get(file)?.has(one) === true && reached.get(one)?.has(file) === true);
    expect(inCircle.filter((file) => !known.some((one) => tied(file, one)))).toEqual([]);
  });

  test('is drawn in docs/architecture.md, if it has rooms', () => {
    const rooms = new Set(files.map((file) => relative(`${folder}/src`, file).split(sep)[0] ?? ''));
    const page = readFileSync(join(root, 'docs', 'architecture.md'), 'utf8');
    const part = page.split(`\`${folder}/src\`:`)[1]?.split(/\n`(?!`)/)[0] ?? '';
    const folders = [...rooms].filter((room) => !room.endsWith('.ts'));
    expect(folders.length > 1 ? folders.filter((room) => !part.includes(`\`${room}\``)) : []).toEqual([]);
  });
});

test('no exception is listed that is none', () => {
  const lines = (file: string): number => readFileSync(join(root, file), 'utf8').split('\n').length - 1;
  expect(long.filter((file) => lines(file) <= 250)).toEqual([]);
  for (const file of circles) {
    const folder = file.split('/src/')[0] ?? '';
    const graph = new Map(filesOf(folder).map((one) => [one, importsOf(one)]));
    expect([file, reachedFrom(file, graph).has(file)]).toEqual([file, true]);
  }
});
