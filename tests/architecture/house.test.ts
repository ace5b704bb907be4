import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, normalize, sep } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { targets } from '../mutation/targets.js';
import { exportsOf, root } from './source-tree.ts';

const packages = ['core', 'client', ...readdirSync(join(root, 'plugins')).map((name) => `plugins/${name}`)].filter(
  (folder) => existsSync(join(root, folder, 'src')),
);

/** Lists that read better as one file. */
const long: readonly string[] = [];

/** Circles of files, whole: types that name each other. A file that joins one is named here, or finds another way. */
const circles: readonly (readonly string[])[] = [
  // An application has plugins, and a plugin gets the application.
  [
    'core/src/application/app-hooks.ts',
    'core/src/application/application.ts',
    'core/src/application/check-plugin.ts',
    'core/src/application/declare-plugin.ts',
    'core/src/application/facades.ts',
    'core/src/application/plugin.ts',
    'core/src/application/registry.ts',
  ],
  // A context belongs to a site, which makes contexts; requests and responses know their context.
  [
    'plugins/routing/src/exchange/http-context.ts',
    'plugins/routing/src/exchange/http-request.ts',
    'plugins/routing/src/exchange/request-head.ts',
    'plugins/routing/src/exchange/response-builder.ts',
    'plugins/routing/src/exchange/site.ts',
  ],
];

/** Files under this many lines with one importer belong to that importer. */
const crumb = 30;

/** Small files that have to lie where they are. */
const apart: ReadonlySet<string> = new Set([
  // Names a file beside `src`, from where the bundle names it too.
  'plugins/validation/src/english.ts',
]);

/** No thing needs more lines than these. */
const most = 400;

const filesOf = (folder: string): string[] =>
  readdirSync(join(root, folder, 'src'), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts'))
    .map((file) => file.split(sep).join('/'));

interface Arrow {
  readonly to: string;
  /** By `import()`: the file is one of its own so that it loads late. */
  readonly late: boolean;
}

const imported = /(?:from|import)\s*(\(?)\s*'(\.{1,2}\/[^']+)'/g;

const arrowsOf = (folder: string, file: string): Arrow[] =>
  [...readFileSync(join(root, folder, 'src', file), 'utf8').matchAll(imported)].map(([, late, path = '']) => ({
    to: normalize(join(dirname(file), path))
      .split(sep)
      .join('/'),
    late: late === '(',
  }));

/** The first folder below `src`, or a file beside the folders. */
const roomOf = (file: string): string => file.split('/', 1)[0] ?? file;

/** The files that tie each other, each circle in the order of its names (Tarjan's components). */
const circlesOf = (graph: ReadonlyMap<string, readonly string[]>): string[][] => {
  const found: string[][] = [];
  const index = new Map<string, number>();
  const low = new Map<string, number>();
  const open: string[] = [];
  const visit = (file: string): number => {
    index.set(file, index.size);
    let lowest = index.size - 1;
    open.push(file);
    for (const next of graph.get(file) ?? []) {
      if (!index.has(next)) lowest = Math.min(lowest, visit(next));
      else if (open.includes(next)) lowest = Math.min(lowest, index.get(next) ?? lowest);
    }
    low.set(file, lowest);
    if (lowest === index.get(file)) {
      const circle = open.splice(open.indexOf(file));
      if (circle.length > 1) found.push(circle.toSorted());
    }
    return lowest;
  };
  for (const file of graph.keys()) if (!index.has(file)) visit(file);
  return found;
};

/** The rooms of each package, from the top floor to the lowest. */
const floors = JSON.parse(readFileSync(join(import.meta.dirname, 'rooms.json'), 'utf8')) as Readonly<
  Record<string, readonly string[]>
>;

describe.each(packages)('the house of %s', (folder) => {
  const files = filesOf(folder);
  const arrows = new Map(
    files.map((file) => [file, arrowsOf(folder, file).filter(({ to }) => files.includes(to))] as const),
  );
  const graph = new Map([...arrows].map(([file, list]) => [file, list.map(({ to }) => to)]));
  const reached = new Set([...graph.values()].flat());
  const exported = Object.values(exportsOf(folder)).map((entry) => (typeof entry === 'object' ? entry.source : ''));
  // What the package exports stands above all rooms, unless its own files import it.
  const entries = new Set(
    exported.map((source) => source?.replace('./src/', '') ?? '').filter((file) => !reached.has(file)),
  );
  const inside = files.filter((file) => !entries.has(file));
  const lines = (file: string): number => readFileSync(join(root, folder, 'src', file), 'utf8').split('\n').length - 1;

  test('has its rooms in rooms.json, from the top floor to the lowest', () => {
    expect([...new Set(inside.map(roomOf))].toSorted()).toEqual((floors[folder] ?? []).toSorted());
  });

  test('has rooms that import only what stands below them', () => {
    const floor = (file: string): number => (floors[folder] ?? []).indexOf(roomOf(file));
    const upwards = inside.flatMap((file) =>
      (graph.get(file) ?? [])
        .filter((to) => roomOf(to) !== roomOf(file) && floor(to) <= floor(file))
        .map((to) => `${file} imports ${to}`),
    );
    expect(upwards).toEqual([]);
  });

  test('has folders that import each other in one direction', () => {
    const between = new Map<string, string>();
    for (const file of inside)
      for (const to of graph.get(file) ?? [])
        if (dirname(file) !== dirname(to)) between.set(`${dirname(file)} > ${dirname(to)}`, `${file} imports ${to}`);
    const both = [...between.keys()].filter((key) => {
      const [from, to] = key.split(' > ');
      // A file beside the folders is a room of its own.
      return from !== '.' && to !== '.' && between.has(`${to} > ${from}`);
    });
    expect(both.map((key) => between.get(key))).toEqual([]);
  });

  test(`has no file under ${crumb} lines that one file alone imports`, () => {
    const importers = new Map<string, { readonly file: string; readonly late: boolean }[]>();
    for (const [file, list] of arrows)
      for (const { to, late } of list) importers.set(to, [...(importers.get(to) ?? []), { file, late }]);
    const crumbs = inside.filter((file) => {
      if (/\/stubs\//.test(file) || apart.has(`${folder}/src/${file}`) || lines(file) >= crumb) return false;
      const by = importers.get(file) ?? [];
      const [only = '', ...others] = new Set(by.map((one) => one.file));
      // Entries only export.
      return others.length === 0 && !entries.has(only) && !by.some(({ late }) => late);
    });
    expect(crumbs).toEqual([]);
  });

  test(`has no file over ${most} lines`, () => {
    expect(files.filter((file) => lines(file) > most && !long.includes(`${folder}/src/${file}`))).toEqual([]);
  });

  test('has no circle of files but those that are named', () => {
    const named = circles.filter(([file = '']) => file.startsWith(`${folder}/src/`));
    const found = circlesOf(graph).map((circle) => circle.map((file) => `${folder}/src/${file}`).join(', '));
    expect(found.sort()).toEqual(named.map((circle) => circle.toSorted().join(', ')).sort());
  });

  test('is drawn in docs/architecture.md, if it has rooms', () => {
    const page = readFileSync(join(root, 'docs', 'architecture.md'), 'utf8');
    const part = page.split(`\`${folder}/src\`:`)[1]?.split(/\n`(?!`)/)[0] ?? '';
    const folders = [...new Set(files.map(roomOf))].filter((room) => !room.endsWith('.ts'));
    expect(folders.length > 1 ? folders.filter((room) => !part.includes(`\`${room}\``)) : []).toEqual([]);
  });
});

test('no exception is listed that is none', () => {
  const lines = (file: string): number => readFileSync(join(root, file), 'utf8').split('\n').length - 1;
  expect(long.filter((file) => lines(file) <= most)).toEqual([]);
});

test('every target of mutation names files and tests that exist', () => {
  const missing = targets.flatMap(({ files, tests }) => [
    ...files.filter((file) => !existsSync(join(root, file))),
    ...tests.filter((path) => ![path, `${path}.ts`].some((one) => existsSync(join(root, one)))),
  ]);
  expect(missing).toEqual([]);
});
