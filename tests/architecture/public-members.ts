import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { type ParserOptions, parse } from '@babel/parser';
import { workspaces } from './supply-chain.ts';

const root = join(import.meta.dirname, '..', '..');

/** A public declaration, or a member of one. */
export interface PublicMember {
  /** `core/src/http/request.ts:12 Request.header`. */
  readonly label: string;
  /** The text of its doc comment, null when it has none. */
  readonly doc: string | null;
}

/** What is read of a node of Babel's syntax tree. */
interface Node {
  readonly type: string;
  readonly loc?: { readonly start: { readonly line: number } };
  readonly leadingComments?: readonly { readonly type: string; readonly value: string }[];
  readonly [key: string]: unknown;
}

const options: ParserOptions = { sourceType: 'module', plugins: ['typescript', 'explicitResourceManagement'] };

const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null && 'type' in value;

const nodes = (value: unknown): readonly Node[] => (Array.isArray(value) ? value.filter(isNode) : []);

const child = (node: Node | null, key: string): Node | null => {
  const value = node?.[key];
  return isNode(value) ? value : null;
};

const nameOf = (node: Node | null): string | null => {
  if (node === null) return null;
  const { name, value } = node;
  return typeof name === 'string' ? name : typeof value === 'string' ? value : null;
};

const docOf = (...places: readonly (Node | null)[]): string | null => {
  const comments = places.flatMap((node) => node?.leadingComments ?? []);
  const last = comments.findLast(({ type, value }) => type === 'CommentBlock' && value.startsWith('*'));
  return last === undefined ? null : last.value.replaceAll(/^\s*\*+ ?/gm, '').trim();
};

type Exports = Readonly<Record<string, { readonly source?: string } | string>>;

const exportsOf = (workspace: string): Exports => {
  const manifest = JSON.parse(readFileSync(join(root, workspace, 'package.json'), 'utf8')) as { exports?: Exports };
  return manifest.exports ?? {};
};

/** The source of what `@taproot/core` or `@taproot/routing/in-process` names; null for packages of others. */
const ownEntry = (specifier: string): string | null => {
  const [, name, subpath = ''] = /^@taproot\/([^/]+)(\/.+)?$/.exec(specifier) ?? [];
  if (name === undefined) return null;
  const workspace = name === 'core' || name === 'client' ? name : join('plugins', name);
  const entry = exportsOf(workspace)[`.${subpath}`];
  return typeof entry === 'object' && entry.source !== undefined ? join(root, workspace, entry.source) : null;
};

/** A module of a package: what it declares and what it exports. */
class Source {
  static readonly #read = new Map<string, Source>();
  readonly path: string;
  readonly body: readonly Node[];

  private constructor(path: string) {
    this.path = path;
    // Babel has types of its own for its tree; of them a few keys are read.
    const file: unknown = parse(readFileSync(path, 'utf8'), options);
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

const unnamed = new Set([
  'ClassPrivateProperty',
  'ClassPrivateMethod',
  'StaticBlock',
  'TSIndexSignature',
  'TSCallSignatureDeclaration',
  'TSConstructSignatureDeclaration',
]);

const isPublic = (member: Node): boolean =>
  !unnamed.has(member.type) &&
  member.accessibility !== 'private' &&
  member.override !== true &&
  member.kind !== 'constructor' &&
  member.computed !== true;

const callable = new Set(['ArrowFunctionExpression', 'FunctionExpression', 'Identifier']);

/** The members of a class, an interface, an object type or an object. */
const membersOf = (declaration: Node): readonly Node[] => {
  const body = child(declaration, 'body');
  if (body !== null) return nodes(body.body);
  const type = child(declaration, 'typeAnnotation');
  if (type?.type === 'TSTypeLiteral') return nodes(type.members);
  if (type?.type === 'TSIntersectionType')
    return nodes(type.types).flatMap((part) => (part.type === 'TSTypeLiteral' ? nodes(part.members) : []));
  const value = child(declaration, 'init');
  const [frozen = null] = nodes(value?.arguments);
  const object = value?.type === 'ObjectExpression' ? value : frozen;
  // Of an object the methods: its data have the comments of their type.
  return nodes(object?.properties).filter(
    (property) => property.type === 'ObjectMethod' || callable.has(child(property, 'value')?.type ?? ''),
  );
};

/** Names of documented members of what a class implements or an interface extends: editors show their comments. */
const inherited = (source: Source, declaration: Node): ReadonlySet<string> => {
  const parents = [...nodes(declaration.implements), ...nodes(declaration.extends), child(declaration, 'superClass')];
  const names = parents.map((parent) => {
    const name = nameOf(child(parent, 'expression') ?? parent);
    // `Omit<Request, ...>` has the members of Request.
    const [argument = null] = nodes(child(parent, 'typeParameters')?.params);
    return name === 'Omit' || name === 'Pick' ? nameOf(child(argument, 'typeName')) : name;
  });
  const found = names.flatMap((name) => {
    const place = name === null ? null : source.find(name);
    if (place === null || name === null) return [];
    return place.source
      .declarations(place.name)
      .flatMap(({ declaration: parent }) => [
        ...inherited(place.source, parent),
        ...membersOf(parent).flatMap((member) => (docOf(member) === null ? [] : [nameOf(child(member, 'key')) ?? ''])),
      ]);
  });
  return new Set(found);
};

const describe = (source: Source, name: string, statement: Node, declaration: Node): PublicMember[] => {
  const place = (node: Node): string => `${relative(root, source.path)}:${node.loc?.start.line ?? 0}`;
  const own = { label: `${place(declaration)} ${name}`, doc: docOf(statement, declaration) };
  const fromParents = inherited(source, declaration);
  const members = new Map<string, PublicMember>();
  for (const member of membersOf(declaration).filter(isPublic)) {
    const key = nameOf(child(member, 'key')) ?? nameOf(child(child(member, 'parameter'), 'left'));
    if (key === null || fromParents.has(key)) continue;
    const before = members.get(key);
    // Of overloads, and of a getter with its setter, one needs a comment.
    if (before === undefined || before.doc === null)
      members.set(key, { label: before?.label ?? `${place(member)} ${name}.${key}`, doc: docOf(member) });
  }
  return [own, ...members.values()];
};

/** What plugins add to the interfaces of the core by `declare module`. */
const augmentations = (source: Source): PublicMember[] =>
  source.body
    .filter(({ type, declare }) => type === 'TSModuleDeclaration' && declare === true)
    .flatMap((module) => nodes(child(module, 'body')?.body))
    .flatMap((statement) => {
      const declaration = child(statement, 'declaration') ?? statement;
      const name = nameOf(child(declaration, 'id')) ?? '';
      // The interface itself is documented where it is declared.
      return describe(source, name, statement, declaration).slice(1);
    });

const entriesOf = (workspace: string): string[] =>
  Object.values(exportsOf(workspace))
    .flatMap((entry) => (typeof entry === 'string' ? [] : [entry.source]))
    .filter((source) => source?.endsWith('.ts'))
    .map((source) => join(root, workspace, source ?? ''));

/** Every public declaration of a package with its members, and what it adds to those of the core; each once. */
export const publicMembers = (workspace: string): PublicMember[] => {
  const found = new Map<string, PublicMember>();
  const add = (members: readonly PublicMember[]): void => {
    for (const member of members) found.set(member.label, member);
  };
  for (const entry of entriesOf(workspace)) {
    const source = Source.at(entry);
    for (const name of source.exports()) {
      const place = source.find(name);
      if (place === null) continue;
      const declarations = place.source.declarations(place.name);
      const all = declarations.map(({ statement, declaration }) =>
        describe(place.source, place.name, statement, declaration),
      );
      // A type and a value of one name, or overloads: the name needs one comment.
      const documented = all.find(([own]) => own?.doc !== null && own !== undefined)?.[0];
      for (const [own, ...members] of all) {
        if (own !== undefined) add([documented === undefined ? own : { ...own, doc: documented.doc }]);
        add(members);
      }
    }
  }
  const src = join(root, workspace, 'src');
  if (existsSync(src))
    for (const file of readdirSync(src, { recursive: true, encoding: 'utf8' }))
      if (file.endsWith('.ts')) add(augmentations(Source.at(join(src, file))));
  return [...found.values()];
};

/** The packages whose members are counted. */
export const documentedPackages = (): string[] => workspaces().filter((workspace) => workspace !== 'create-taproot');
