import { existsSync, readdirSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { dirname, join, relative, sep } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { type Import, importsOf } from './imports-of.ts';

const root = join(import.meta.dirname, '..', '..');

/**
 * What each package may import of ours. Every plugin may also import console, and types of dev, under src/commands alone:
 * production has no dev.
 */
const floors: Readonly<Record<string, readonly string[]>> = {
  masking: [],
  workers: [],
  core: ['workers'],
  client: [],
  console: ['core', 'masking'],
  dev: ['core', 'console', 'workers'],
  lang: ['core'],
  routing: ['core', 'masking'],
  cors: ['core', 'routing'],
  koa: ['core', 'routing'],
  fastify: ['core', 'routing'],
  log: ['core', 'routing', 'masking', 'workers'],
  redis: ['core'],
  otel: ['core', 'routing', 'masking'],
  health: ['core', 'routing', 'auth', 'masking'],
  devtools: ['core', 'routing', 'masking'],
  broadcast: ['core', 'routing', 'auth'],
  throttle: ['core'],
  validation: ['core', 'lang'],
  auth: ['core'],
  database: ['core'],
  openapi: ['core', 'routing', 'validation', 'auth'],
  testing: ['core', 'routing', 'client', 'openapi'],
};

interface Manifest {
  readonly name: string;
  readonly exports: Readonly<Record<string, unknown>>;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly peerDependencies?: Readonly<Record<string, string>>;
  readonly devDependencies?: Readonly<Record<string, string>>;
}

const folders = ['core', 'client', ...readdirSync(join(root, 'plugins')).map((name) => join('plugins', name))].filter(
  (folder) => existsSync(join(root, folder, 'package.json')),
);

const manifestOf = async (folder: string): Promise<Manifest> =>
  JSON.parse(await readFile(join(root, folder, 'package.json'), 'utf8')) as Manifest;

const folderOf = (name: string): string => (name === 'core' || name === 'client' ? name : join('plugins', name));

type Placed = Import & { readonly file: string };

const readSources = async (folder: string): Promise<readonly Placed[]> => {
  const src = join(root, folder, 'src');
  const files = (await readdir(src, { recursive: true })).filter((file) => file.endsWith('.ts'));
  const found = await Promise.all(
    files.map(async (file) =>
      (await importsOf(await readFile(join(src, file), 'utf8'))).map((one) => ({ ...one, file })),
    ),
  );
  return found.flat();
};

const sources = new Map(folders.map((folder) => [folder, readSources(folder)]));

/** Every import of a package's sources, with the file it stands in. */
const sourcesOf = async (folder: string): Promise<readonly Placed[]> => (await sources.get(folder)) ?? [];

const ours = /^@taproot\/([^/]+)(\/.+)?$/;
const packageOf = (specifier: string): string => specifier.split('/', specifier.startsWith('@') ? 2 : 1).join('/');

test('imports are read from the syntax, in every form', async () => {
  const source = `
    import 'a'; import type { B } from 'b'; import { type C } from 'c'; export * from 'd'; export type { E } from 'e';
    const f = () => import('f'); const require = createRequire(x); const r = require('r'); type G = import('g').G; declare module 'h' { interface H {} }
    // import 'comment'
    const text = "import 'text'";
    export { f };
  `;
  const found = await importsOf(source);
  const names = (typeOnly: boolean) => found.filter((one) => one.typeOnly === typeOnly).map((one) => one.specifier);
  expect(names(false)).toEqual(['a', 'c', 'd', 'f', 'r']);
  expect(names(true)).toEqual(['b', 'e', 'g', 'h']);
});

describe.each(folders)('%s', (folder) => {
  const name = folder.split(sep).at(-1) ?? '';

  test('stands on a floor', () => {
    expect(Object.keys(floors)).toContain(name);
  });

  test('imports of ours only what its floor allows', async () => {
    const allowed = floors[name] ?? [];
    const strays = (await sourcesOf(folder)).filter(({ specifier, file, typeOnly }) => {
      const other = ours.exec(specifier)?.[1];
      if (other === undefined || allowed.includes(other)) return false;
      const isForCommands = other === 'console' || (other === 'dev' && typeOnly);
      return !(isForCommands && name !== 'core' && file.startsWith(`commands${sep}`));
    });
    expect(strays).toEqual([]);
  });

  test('imports other packages by their public faces, and nothing beyond its own sources', async () => {
    const deep: string[] = [];
    for (const { specifier, file } of await sourcesOf(folder)) {
      const [, other, subpath = ''] = ours.exec(specifier) ?? [];
      if (other !== undefined && !(`.${subpath}` in (await manifestOf(folderOf(other))).exports)) deep.push(specifier);
      if (specifier.startsWith('.') && relative('.', join(dirname(file), specifier)).startsWith('..'))
        deep.push(`${file}: ${specifier}`);
    }
    expect(deep).toEqual([]);
  });

  test('declares every package it imports', async () => {
    const { dependencies = {}, peerDependencies = {}, devDependencies = {} } = await manifestOf(folder);
    const atRunTime = new Set([...Object.keys(dependencies), ...Object.keys(peerDependencies)]);
    const undeclared = (await sourcesOf(folder)).filter(({ specifier, typeOnly }) => {
      if (specifier.startsWith('.') || specifier.startsWith('node:')) return false;
      const wanted = packageOf(specifier);
      if (atRunTime.has(wanted)) return false;
      const types = [wanted, `@types/${wanted.replace('@', '').replace('/', '__')}`];
      return !(typeOnly && types.some((type) => type in devDependencies || atRunTime.has(type)));
    });
    expect(undeclared).toEqual([]);
  });
});
