import { membersOf, parentsOf } from '../../../architecture/public-members.ts';
import { child, docOf, type Node, nameOf, nodes, type Source } from '../../../architecture/source-tree.ts';

/** A key of a configuration file, as its type declares it. */
export interface ConfigKey {
  /** `http.upload.max_files`; a name of your own is `*`. */
  readonly path: string;
  /** `number`, as it is written in the type. */
  readonly type: string;
  readonly doc: string | null;
  /** The `driver` whose setting it is, where settings differ by driver. */
  readonly driver: string | null;
}

/** A type, and the module that names it. */
interface Place {
  readonly source: Source;
  readonly type: Node;
}

const parameters = (type: Node): readonly Node[] => nodes(child(type, 'typeParameters')?.params);

/** The interface or type alias that a reference names, where it is ours. */
const declared = ({ source, type }: Place): { readonly source: Source; readonly declaration: Node } | null => {
  const name = nameOf(child(type, 'typeName'));
  const place = name === null ? null : source.find(name);
  const declaration = place?.source.declarations(place.name)[0]?.declaration;
  return place === null || declaration === undefined ? null : { source: place.source, declaration };
};

/** The members of an interface with those it extends, the first of a name first. */
const allMembers = (source: Source, declaration: Node): { readonly source: Source; readonly member: Node }[] => [
  ...parentsOf(declaration).flatMap((name) => {
    const place = source.find(name);
    const [parent] = place?.source.declarations(place.name) ?? [];
    return place === null || parent === undefined ? [] : allMembers(place.source, parent.declaration);
  }),
  ...membersOf(declaration).map((member) => ({ source, member })),
];

/** Types whose keys are not settings: what they hold is one value. */
const isValue = (declaration: Node): boolean =>
  declaration.type !== 'TSInterfaceDeclaration' && child(declaration, 'typeAnnotation')?.type !== 'TSTypeLiteral';

/** Several kinds of settings, told apart by `driver`: `{ driver: 'jwt', ... } | { driver: 'token', ... }`. */
const alternatives = (place: Place): Place[] => {
  const found = declared(place);
  const union = found === null ? null : child(found.declaration, 'typeAnnotation');
  if (found === null || union?.type !== 'TSUnionType') return [];
  return nodes(union.types)
    .map((type) => ({ source: found.source, type }))
    .filter((one) => declared(one) !== null);
};

const keysBelow = (path: string, place: Place): ConfigKey[] => {
  const { source, type } = place;
  if (type.type === 'TSTypeLiteral') return nodes(type.members).flatMap((member) => keysOf(path, source, member));
  if (nameOf(child(type, 'typeName')) === 'Record') {
    const value = parameters(type)[1];
    return value === undefined ? [] : keysBelow(`${path}.*`, { source, type: value });
  }
  const kinds = alternatives(place);
  if (kinds.length > 0)
    return kinds.flatMap((kind) => {
      const keys = keysBelow(path, kind);
      const type = keys.find((key) => key.path === `${path}.driver`)?.type ?? '';
      return keys.map((key) => ({ ...key, driver: /^'(.*)'$/.exec(type)?.[1] ?? 'yours' }));
    });
  const found = declared(place);
  if (found === null || isValue(found.declaration)) return [];
  const members = new Map(
    allMembers(found.source, found.declaration).map((one) => [nameOf(child(one.member, 'key')), one]),
  );
  return [...members.values()].flatMap(({ source: own, member }) => keysOf(path, own, member));
};

const keysOf = (path: string, source: Source, member: Node): ConfigKey[] => {
  const name = nameOf(child(member, 'key'));
  const type = child(child(member, 'typeAnnotation') ?? member, 'typeAnnotation');
  const doc = docOf(member);
  if (name === null || type === null || doc?.includes('@deprecated') === true) return [];
  const below = keysBelow(`${path}.${name}`, { source, type });
  const written = source.text.slice(type.start, type.end).replaceAll(/\s+/g, ' ');
  const own = {
    path: `${path}.${name}`,
    type: type.type === 'TSTypeLiteral' && below.length > 0 ? 'object' : written,
    doc,
    driver: null,
  };
  return below.length > 0 ? [own, ...below] : [own];
};

/** Every key of the configuration files that a module declares, an object before the keys in it. */
export const configKeys = (source: Source): { readonly file: string; readonly keys: readonly ConfigKey[] }[] =>
  source
    .interfaces('ConfigFiles')
    .flatMap((declaration) => membersOf(declaration))
    .map((member) => {
      const [own, ...keys] = keysOf('', source, member);
      const file = own?.path.slice(1) ?? '';
      return { file, keys: keys.map((key) => ({ ...key, path: key.path.slice(1) })) };
    });
