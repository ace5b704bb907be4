import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { type ParserOptions, parse } from '@babel/parser';

/** The folder of the repository. */
export const root = join(import.meta.dirname, '..', '..');

/** What is read of a node of Babel's syntax tree. */
export interface Node {
  readonly type: string;
  readonly start: number;
  readonly end: number;
  readonly loc?: { readonly start: { readonly line: number } };
  readonly leadingComments?: readonly { readonly type: string; readonly value: string }[];
  readonly [key: string]: unknown;
}

const options: ParserOptions = { sourceType: 'module', plugins: ['typescript', 'explicitResourceManagement'] };

const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null && 'type' in value;

/** The nodes of a list of them; of anything else none. */
export const nodes = (value: unknown): readonly Node[] => (Array.isArray(value) ? value.filter(isNode) : []);

/** The node under a key, or null. */
export const child = (node: Node | null, key: string): Node | null => {
  const value = node?.[key];
  return isNode(value) ? value : null;
};

/** The name of an identifier, the text of a string, or null. */
export const nameOf = (node: Node | null): string | null => {
  if (node === null) return null;
  const { name, value } = node;
  return typeof name === 'string' ? name : typeof value === 'string' ? value : null;
};

/** The doc comment before the last of these nodes that has one, without its marks. */
export const docOf = (...places: readonly (Node | null)[]): string | null => {
  const comments = places.flatMap((node) => node?.leadingComments ?? []);
  const last = comments.findLast(({ type, value }) => type === 'CommentBlock' && value.startsWith('*'));
  return last === undefined ? null : last.value.replaceAll(/^\s*\*+ ?/gm, '').trim();
};

/** `exports` of a manifest. */
export type Exports = Readonly<Record<string, { readonly source?: string } | string>>;

/** What the package in a folder exports. */
export const exportsOf = (workspace: string): Exports => {
  const manifest = JSON.parse(readFileSync(join(root, workspace, 'package.json'), 'utf8')) as { exports?: Exports };
  return manifest.exports ?? {};
};

/** The name of the package in a folder, such as `@taproot/auth` of `plugins/auth`. */
export const nameOfPackage = (workspace: string): string =>
  (JSON.parse(readFileSync(join(root, workspace, 'package.json'), 'utf8')) as { name: string }).name;

/** The source of what `@taproot/core` or `@taproot/routing/in-process` names; null for packages of others. */
const ownEntry = (specifier: string): string | null => {
  const [, name, subpath = ''] = /^@taproot\/([^/]+)(\/.+)?$/.exec(specifier) ?? [];
  if (name === undefined) return null;
  const workspace = name === 'core' || name === 'client' ? name : join('plugins', name);
  const entry = exportsOf(workspace)[`.${subpath}`];
  return typeof entry === 'object' && entry.source !== undefined ? join(root, workspace, entry.source) : null;
};

/** A module of a package: what it declares and what it exports. */
export class Source {
  static readonly #read = new Map<string, Source>();
  readonly path: string;
  readonly text: string;
  readonly body: readonly Node[];

  private constructor(path: string) {
    this.path = path;
    // Babel has types of its own for its tree; of them a few keys are read.
    this.text = readFileSync(path, 'utf8');
    const file: unknown = parse(this.text, options);
    this.body = nodes(child(isNode(file) ? file : null, 'program')?.body);
  }

  static at(path: string): Source {
    const known = Source.#read.get(path) ?? new Source(path);
    Source.#read.set(path, known);
    return known;
  }

  resolve(specifier: string): Source | null {
    if (specifier.startsWith('.')) return Source.at(join(dirname(this.path), specifier));
    const entry = ownEntry(specifier);
    return entry === null ? null : Source.at(entry);
  }

  /** The declarations of a name, each with the statement that its comment may stand before. */
  declarations(name: string): { readonly statement: Node; readonly declaration: Node }[] {
    return this.body.flatMap((statement) => {
      const declaration = child(statement, 'declaration') ?? statement;
      const own = nameOf(child(declaration, 'id')) === name;
      const found = own
        ? [declaration]
        : nodes(declaration.declarations).filter((one) => nameOf(child(one, 'id')) === name);
      return found.map((one) => ({ statement, declaration: one }));
    });
  }

  /** The declarations of an interface, here and in `declare module`. */
  interfaces(name: string): Node[] {
    const inModules = this.body.flatMap((statement) => nodes(child(statement, 'body')?.body));
    return [...this.body, ...inModules]
      .map((statement) => child(statement, 'declaration') ?? statement)
      .filter((one) => one.type === 'TSInterfaceDeclaration' && nameOf(child(one, 'id')) === name);
  }

  /** Where an exported name is declared, through re-exports and imports; null for a package of others. */
  find(name: string): { readonly source: Source; readonly name: string } | null {
    for (const statement of this.body) {
      const from = nameOf(child(statement, 'source'));
      if (statement.type === 'ExportAllDeclaration' && from !== null && child(statement, 'exported') === null) {
        const found = this.resolve(from)?.find(name) ?? null;
        if (found !== null && found.source.declarations(found.name).length > 0) return found;
      }
      const isExport = statement.type === 'ExportNamedDeclaration';
      for (const specifier of nodes(statement.specifiers)) {
        const outer = nameOf(child(specifier, isExport ? 'exported' : 'local'));
        const inner = nameOf(child(specifier, isExport ? 'local' : 'imported'));
        if (outer !== name || inner === null) continue;
        if (from !== null) return this.resolve(from)?.find(inner) ?? null;
        if (inner !== outer) return this.find(inner);
      }
    }
    return { source: this, name };
  }

  exports(): string[] {
    return this.body.flatMap((statement) => {
      const from = nameOf(child(statement, 'source'));
      if (statement.type === 'ExportAllDeclaration') return from === null ? [] : (this.resolve(from)?.exports() ?? []);
      if (statement.type !== 'ExportNamedDeclaration') return [];
      const declaration = child(statement, 'declaration');
      const names = [declaration, ...nodes(declaration?.declarations)].map((node) => nameOf(child(node, 'id')));
      const listed = nodes(statement.specifiers).map((specifier) => nameOf(child(specifier, 'exported')));
      return [...names, ...listed].filter((name) => name !== null);
    });
  }
}

/** Every module of a package. */
export const sourcesOf = (workspace: string): Source[] => {
  const src = join(root, workspace, 'src');
  const files = existsSync(src) ? readdirSync(src, { recursive: true, encoding: 'utf8' }).toSorted() : [];
  return files.filter((file) => file.endsWith('.ts')).map((file) => Source.at(join(src, file)));
};
