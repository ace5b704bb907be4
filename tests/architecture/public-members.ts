import { join, relative } from 'node:path';
import { signatureOf } from './signature-of.ts';
import {
  child,
  docOf,
  exportsOf,
  type Node,
  nameOf,
  nameOfPackage,
  nodes,
  root,
  Source,
  sourcesOf,
} from './source-tree.ts';
import { workspaces } from './supply-chain.ts';

/** A public declaration, or a member of one. */
export interface PublicMember {
  /** `core/src/http/request.ts:12 Request.header`. */
  readonly label: string;
  /** The text of its doc comment, null when it has none. */
  readonly doc: string | null;
  /** How it is declared, each overload on one line: `header(name: string, fallback?: string): string`. */
  readonly signatures: readonly string[];
}

/** A public declaration with its members. */
export interface PublicDeclaration extends PublicMember {
  readonly name: string;
  /** How it is imported, such as `@taproot/routing/driver`; null for what a plugin adds to an interface of the core. */
  readonly from: string | null;
  readonly members: readonly PublicMember[];
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
export const membersOf = (declaration: Node): readonly Node[] => {
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

/** A type whose members are those of its argument: `Omit<Request, ...>`, `Required<Options>`. */
const same = new Set(['Omit', 'Pick', 'Required', 'Partial', 'Readonly']);

const parentOf = (parent: Node): string | null => {
  const name = nameOf(child(parent, 'expression') ?? child(parent, 'typeName') ?? parent);
  const [argument = null] = nodes(child(parent, 'typeParameters')?.params);
  return name !== null && same.has(name) && argument !== null ? parentOf(argument) : name;
};

/** The names of what a class implements or extends, and of what an interface extends. */
export const parentsOf = (declaration: Node): string[] => {
  const parents = [...nodes(declaration.implements), ...nodes(declaration.extends), child(declaration, 'superClass')];
  return parents.flatMap((parent) => (parent === null ? [] : (parentOf(parent) ?? [])));
};

/** Names of documented members of what a class implements or an interface extends: editors show their comments. */
const inherited = (source: Source, declaration: Node): ReadonlySet<string> => {
  const found = parentsOf(declaration).flatMap((name) => {
    const place = source.find(name);
    if (place === null) return [];
    return place.source
      .declarations(place.name)
      .flatMap(({ declaration: parent }) => [
        ...inherited(place.source, parent),
        ...membersOf(parent).flatMap((member) => (docOf(member) === null ? [] : [nameOf(child(member, 'key')) ?? ''])),
      ]);
  });
  return new Set(found);
};

const describe = (source: Source, name: string, statement: Node, declaration: Node): PublicDeclaration => {
  const place = (node: Node): string => `${relative(root, source.path)}:${node.loc?.start.line ?? 0}`;
  const fromParents = inherited(source, declaration);
  const members = new Map<string, PublicMember>();
  for (const member of membersOf(declaration).filter(isPublic)) {
    const key = nameOf(child(member, 'key')) ?? nameOf(child(child(member, 'parameter'), 'left'));
    if (key === null || fromParents.has(key)) continue;
    const before = members.get(key);
    // Of overloads, and of a getter with its setter, one needs a comment.
    members.set(key, {
      label: before?.label ?? `${place(member)} ${name}.${key}`,
      doc: before?.doc ?? docOf(member),
      signatures: [...(before?.signatures ?? []), signatureOf(source, member)],
    });
  }
  return {
    name,
    from: null,
    label: `${place(declaration)} ${name}`,
    doc: docOf(statement, declaration),
    signatures: [signatureOf(source, declaration)],
    members: [...members.values()],
  };
};

/** What plugins add to the interfaces of the core by `declare module`. */
const augmentations = (source: Source): PublicDeclaration[] =>
  source.body
    .filter(({ type, declare }) => type === 'TSModuleDeclaration' && declare === true)
    .flatMap((module) => nodes(child(module, 'body')?.body))
    .map((statement) => {
      const declaration = child(statement, 'declaration') ?? statement;
      return describe(source, nameOf(child(declaration, 'id')) ?? '', statement, declaration);
    });

/** Entries for packages of this repository alone: they promise nothing. */
const unpromised = new Set(['./internal', './bridge', './in-process', './protocol']);

/** How each entry of a package is imported, and its source. */
const entriesOf = (workspace: string): [from: string, source: string][] =>
  Object.entries(exportsOf(workspace)).flatMap(([path, entry]): [string, string][] =>
    !unpromised.has(path) && typeof entry !== 'string' && entry.source?.endsWith('.ts') === true
      ? [[nameOfPackage(workspace) + path.slice(1), join(root, workspace, entry.source)]]
      : [],
  );

/** A name may have several declarations: a type and a value, overloads, an interface that is merged. */
const declarationsOf = (from: string, source: Source, name: string): PublicDeclaration[] => {
  const place = source.find(name);
  if (place === null) return [];
  const all = place.source
    .declarations(place.name)
    .map(({ statement, declaration }) => describe(place.source, place.name, statement, declaration));
  const [first] = all;
  if (first === undefined) return [];
  return [
    {
      ...first,
      name,
      from,
      doc: all.find(({ doc }) => doc !== null)?.doc ?? null,
      signatures: all.flatMap(({ signatures }) => signatures),
      members: all.flatMap(({ members }) => members),
    },
  ];
};

/** Every public declaration of a package, and what it adds to interfaces of the core; each once. */
export const publicDeclarations = (workspace: string): PublicDeclaration[] => {
  const found = new Map<string, PublicDeclaration>();
  for (const [from, path] of entriesOf(workspace)) {
    const source = Source.at(path);
    for (const declaration of source.exports().flatMap((name) => declarationsOf(from, source, name)))
      if (!found.has(declaration.label)) found.set(declaration.label, declaration);
  }
  return [...found.values(), ...sourcesOf(workspace).flatMap(augmentations)];
};

/** Every public declaration and member of a package, in one list. */
export const publicMembers = (workspace: string): PublicMember[] =>
  publicDeclarations(workspace).flatMap((declaration) =>
    // An interface that a plugin adds to is documented where it is declared.
    declaration.from === null ? declaration.members : [declaration, ...declaration.members],
  );

/** The packages whose members are counted. */
export const documentedPackages = (): string[] => workspaces().filter((workspace) => workspace !== 'create-taproot');
