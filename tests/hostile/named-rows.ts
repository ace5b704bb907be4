import { readdirSync, readFileSync } from 'node:fs';
import { join, relative, sep } from 'node:path';

/** A file of tests, and the rows of the catalogue its tests are named by. */
export interface TestFile {
  /** From tests/, with slashes. */
  readonly path: string;
  readonly rows: ReadonlySet<string>;
  /** Whether what is in it runs over sockets on both drivers. */
  readonly onBothDrivers: boolean;
}

const tests = join(import.meta.dirname, '..');
const text = /'(?:\\.|[^'\\\n])*'|"(?:\\.|[^"\\\n])*"|`(?:\\.|[^`\\])*`/g;
const comment = /^\s*(?:\/\/|\*|\/\*).*$/gm;
/** The suite that every driver passes is published with the package for tests. */
const published = join('..', 'plugins', 'testing', 'src', 'conformance');
const shared = /^(?:drivers\/conformance|hostile\/wire\/rows|\.\.\/plugins\/testing\/src\/conformance)\//;

const rowsIn = (source: string): Set<string> =>
  new Set(
    [...source.replaceAll(comment, '').matchAll(text)].flatMap(
      ([literal]) => literal.match(/\b[A-Z]{2}-\d{2}\b/g) ?? [],
    ),
  );

// What the applications of other tests stand in comes and goes while this reads: .tmp is not entered.
const sources = (): string[] =>
  readdirSync(tests, { withFileTypes: true })
    .filter((folder) => folder.isDirectory() && folder.name !== '.tmp')
    .map(({ name }) => name)
    .concat(published)
    .flatMap((name) =>
      readdirSync(join(tests, name), { recursive: true, encoding: 'utf8' }).map((file) => join(name, file)),
    )
    .filter((file) => file.endsWith('.ts') && !file.includes('node_modules'));

/** Every file below tests/ whose texts name rows; this folder's own lists of rows do not count. */
export const namedRows = (): TestFile[] =>
  sources()
    .map((file) => ({
      path: relative('.', file).split(sep).join('/'),
      source: readFileSync(join(tests, file), 'utf8'),
    }))
    .filter(({ path }) => !/^hostile\/(?:catalogue|named-rows)/.test(path))
    .map(({ path, source }) => ({
      path,
      rows: rowsIn(source),
      onBothDrivers: shared.test(path) || /describe\.each\((?:drivers|\['koa', 'fastify'\])\)/.test(source),
    }))
    .filter(({ rows }) => rows.size > 0);
