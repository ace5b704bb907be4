import type { SourceFile, Statement } from './source-file.ts';
import type { Splice } from './splice.ts';

/** A name that a file needs, and where it comes from. */
export interface NeededImport {
  /** The exported name. */
  readonly name: string;
  /** Possible local names; the first free one is used. */
  readonly locals: readonly string[];
  /** The module, relative to the file that imports it. */
  readonly from: string;
}

type ImportStatement = Extract<Statement, { type: 'ImportDeclaration' }>;

const isImport = (statement: Statement): statement is ImportStatement => statement.type === 'ImportDeclaration';

// The order of import sorters: Node's modules, packages, aliases, files. Files of parent folders come first.
const rank = (module: string): number => {
  if (/^[a-z]+:/.test(module)) return 0;
  if (module.startsWith('.')) return 3;
  return /^(?:@\/|[#~$])/.test(module) ? 2 : 1;
};

const comesBefore = (a: string, b: string): boolean => (rank(a) === rank(b) ? a < b : rank(a) < rank(b));

const importedName = (specifier: ImportStatement['specifiers'][number]): string => {
  if (specifier.type !== 'ImportSpecifier') return specifier.type === 'ImportDefaultSpecifier' ? 'default' : '*';
  return specifier.imported.type === 'Identifier' ? specifier.imported.name : specifier.imported.value;
};

/** The export and the module behind the name of an import; null for a name that is not imported. */
export const importOf = (file: SourceFile, local: string): { readonly name: string; readonly from: string } | null => {
  for (const statement of file.body.filter(isImport)) {
    const specifier = statement.specifiers.find((one) => one.local.name === local);
    if (specifier !== undefined) return { name: importedName(specifier), from: statement.source.value };
  }
  return null;
};

const localOf = (file: SourceFile, { name, from }: NeededImport): string | null => {
  for (const statement of file.body.filter(isImport)) {
    if (statement.source.value !== from || statement.importKind === 'type') continue;
    const specifier = statement.specifiers.find((one) => importedName(one) === name);
    if (specifier !== undefined && !('importKind' in specifier && specifier.importKind === 'type'))
      return specifier.local.name;
  }
  return null;
};

// A comment directly above a statement belongs to that statement. A comment with an empty line below belongs to the file.
const placeWithoutImports = (file: SourceFile): number => {
  let place = file.body[0]?.start ?? file.text.length;
  for (const { start, end } of file.comments.toReversed()) {
    const between = file.text.slice(end ?? 0, place);
    if ((end ?? 0) <= place && between.trim() === '' && between.split('\n').length <= 2) place = start ?? place;
  }
  return place;
};

interface Neighbour {
  readonly at: number;
  readonly side: 'before' | 'behind';
}

const placeAmong = (file: SourceFile, imports: readonly ImportStatement[], from: string): Neighbour => {
  // Import sorters never move an import across one that is there for its side effects.
  const sorted = imports.slice(imports.findLastIndex(({ specifiers }) => specifiers.length === 0) + 1);
  const next = sorted.find(({ source }) => comesBefore(from, source.value));
  if (next !== undefined && (next.leadingComments ?? []).length === 0) return { at: next.start ?? 0, side: 'before' };
  const index = next === undefined ? imports.length : imports.indexOf(next);
  const previous = imports[index - 1];
  if (previous === undefined) return { at: next?.start ?? 0, side: 'before' };
  const lineEnd = /[^\n\r]*/y;
  lineEnd.lastIndex = previous.end ?? 0;
  return { at: (previous.end ?? 0) + (lineEnd.exec(file.text)?.[0].length ?? 0), side: 'behind' };
};

const freeName = (names: readonly string[], taken: ReadonlySet<string>): string => {
  const free = names.find((name) => !taken.has(name));
  if (free !== undefined) return free;
  let number = 2;
  while (taken.has(`${names.at(-1)}${number}`)) number++;
  return `${names.at(-1)}${number}`;
};

/** Inserts an import at its sorted place, and returns its local name. Without a splice if the import exists already. */
export const insertImport = (
  file: SourceFile,
  needed: NeededImport,
): { readonly local: string; readonly splices: readonly Splice[] } => {
  const known = localOf(file, needed);
  if (known !== null) return { local: known, splices: [] };
  const local = freeName(needed.locals, file.names());
  const name = local === needed.name ? local : `${needed.name} as ${local}`;
  const line = `import { ${name} } from ${file.quote}${needed.from}${file.quote}${file.semicolon}`;
  const imports = file.body.filter(isImport);
  if (imports.length === 0) {
    const text = file.body.length === 0 ? line + file.eol : line + file.eol + file.eol;
    return { local, splices: [{ at: placeWithoutImports(file), text }] };
  }
  const { at, side } = placeAmong(file, imports, needed.from);
  return { local, splices: [{ at, text: side === 'before' ? line + file.eol : file.eol + line }] };
};
