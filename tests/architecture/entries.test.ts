import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { parse } from '@babel/parser';
import { expect, test } from '@jest/globals';

const root = join(import.meta.dirname, '..', '..');

const read = (file: string): string => readFileSync(join(root, file), 'utf8');

const filesUnder = (folder: string, kind: RegExp): string[] =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .map((file) => join(folder, file))
    .filter((file) => kind.test(file) && !/[\\/](?:node_modules|dist)[\\/]/.test(file));

/** The names that a module exports, each with the module that declares it. */
const namesOf = (file: string): Map<string, string> => {
  const found = new Map<string, string>();
  const { program } = parse(read(file), { sourceType: 'module', plugins: ['typescript'] });
  for (const node of program.body) {
    const from = (source: string): string => join(dirname(file), source);
    if (node.type === 'ExportAllDeclaration') {
      for (const [name, owner] of namesOf(from(node.source.value))) found.set(name, owner);
    } else if (node.type === 'ExportNamedDeclaration') {
      const { declaration, source } = node;
      for (const one of node.specifiers)
        if (one.type === 'ExportSpecifier' && one.exported.type === 'Identifier')
          found.set(one.exported.name, source ? from(source.value) : file);
      if (declaration?.type === 'VariableDeclaration') {
        for (const { id } of declaration.declarations) if (id.type === 'Identifier') found.set(id.name, file);
      } else if (declaration && 'id' in declaration && declaration.id?.type === 'Identifier')
        found.set(declaration.id.name, file);
    }
  }
  return found;
};

const entries = {
  '@taproot/core': namesOf('core/src/index.ts'),
  '@taproot/core/plugin': namesOf('core/src/plugin.ts'),
  '@taproot/core/internal': namesOf('core/src/internal.ts'),
} as const;

type Entry = keyof typeof entries;

const imported = /(?:import|export)\s+(?:type\s+)?\{([^}]*)\}\s*from\s*['"](@taproot\/core(?:\/\w+)?)['"]/g;

/** The names of one entry that a text imports. */
const importedFrom = (entry: Entry, text: string): string[] =>
  [...text.matchAll(imported)]
    .filter(([, , specifier]) => specifier === entry)
    .flatMap(([, names = '']) => names.split(','))
    .map((name) =>
      name
        .trim()
        .replace(/^type\s+/, '')
        .replace(/\s+as\s.*/, ''),
    )
    .filter((name) => name !== '');

/** The text of a module's declarations without their comments and bodies, by name. */
const declarationsOf = (file: string): Map<string, string> => {
  const built = file.replace('core/src/', 'core/dist/').replace(/\.ts$/, '.d.ts');
  const text = read(built);
  const { program } = parse(text, { sourceType: 'module', plugins: [['typescript', { dts: true }]] });
  const found = new Map<string, string>();
  for (const node of program.body) {
    const declaration = node.type === 'ExportNamedDeclaration' ? node.declaration : node;
    if (!declaration) continue;
    const source = text.slice(declaration.start ?? 0, declaration.end ?? 0).replaceAll(/\/\*[^]*?\*\/|\/\/.*/g, '');
    const ids = declaration.type === 'VariableDeclaration' ? declaration.declarations.map(({ id }) => id) : [];
    const own = 'id' in declaration ? [...ids, declaration.id] : ids;
    for (const id of own) if (id?.type === 'Identifier') found.set(id.name, source);
  }
  return found;
};

const packages = readdirSync(join(root, 'plugins')).map((name) => `plugins/${name}`);

const usersOf = (entry: Entry): Map<string, Set<string>> => {
  const users = new Map<string, Set<string>>();
  for (const folder of packages)
    for (const file of filesUnder(`${folder}/src`, /\.ts$/))
      for (const name of importedFrom(entry, read(file))) users.set(name, (users.get(name) ?? new Set()).add(folder));
  return users;
};

/** Names that guides, examples and the plugins of others import. */
const taught = (entry: Entry): Set<string> => {
  const files = [
    ...filesUnder('docs', /\.md$/).filter((file) => !file.startsWith(join('docs', 'reference'))),
    ...filesUnder('examples', /\.ts$/),
    ...filesUnder(join('tests', 'outsiders'), /\.ts$/),
    ...filesUnder('app-skeleton', /\.ts$/),
  ];
  return new Set(files.flatMap((file) => importedFrom(entry, read(file))));
};

test('every name of the core has one entry', () => {
  const all = Object.values(entries).flatMap((names) => [...names.keys()]);
  expect(all.filter((name, index) => all.indexOf(name) !== index)).toEqual([]);
});

/** The names that are reached from `first` by the declarations they are written with. */
const reachedFrom = (first: Iterable<string>): Set<string> => {
  const owners = new Map(Object.values(entries).flatMap((names) => [...names]));
  const reached = new Set<string>();
  const open = [...first];
  for (let name = open.pop(); name !== undefined; name = open.pop()) {
    const owner = owners.get(name);
    if (owner === undefined || reached.has(name)) continue;
    reached.add(name);
    const words = new Set(declarationsOf(owner).get(name)?.match(/\w+/g));
    open.push(...[...words].filter((word) => owners.has(word)));
  }
  return reached;
};

const users = usersOf('@taproot/core/plugin');
const examples = taught('@taproot/core/plugin');
const used = [...entries['@taproot/core/plugin'].keys()].filter(
  (name) => (users.get(name)?.size ?? 0) > 1 || examples.has(name),
);
const promised = reachedFrom([...entries['@taproot/core'].keys(), ...used]);

test('@taproot/core/plugin has names that two packages or an example use, and types that such names are declared with', () => {
  expect([...entries['@taproot/core/plugin'].keys()].filter((name) => !promised.has(name))).toEqual([]);
});

test('@taproot/core/internal has names that a package or a test uses, and types that such names are declared with', () => {
  const inTests = filesUnder('tests', /\.ts$/).flatMap((file) => importedFrom('@taproot/core/internal', read(file)));
  const ours = reachedFrom([...promised, ...usersOf('@taproot/core/internal').keys(), ...inTests]);
  expect([...entries['@taproot/core/internal'].keys()].filter((name) => !ours.has(name))).toEqual([]);
});

test('the entries with a promise are small', () => {
  expect(entries['@taproot/core'].size).toBeLessThanOrEqual(55);
  expect(entries['@taproot/core/plugin'].size).toBeLessThanOrEqual(70);
});

test('plugins of others use what is promised', () => {
  const files = [
    ...filesUnder('examples', /\.ts$/),
    ...filesUnder(join('tests', 'outsiders'), /\.ts$/),
    ...filesUnder('app-skeleton', /\.ts$/),
    ...filesUnder('docs', /\.md$/).filter((file) => !file.startsWith(join('docs', 'decisions'))),
  ];
  expect(files.filter((file) => importedFrom('@taproot/core/internal', read(file)).length > 0)).toEqual([]);
});
