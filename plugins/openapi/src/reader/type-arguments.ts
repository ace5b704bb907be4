import type { api } from './compiler-modules.ts';
import type { Session } from './session.ts';

/** The types of the type parameters of generic code, at one way through its calls. */
export interface TypeArguments {
  /** Tells ways apart; empty without any parameters. */
  readonly key: string;
  /** By the id of the parameter. */
  readonly of: ReadonlyMap<number, TypeArgument>;
}

/** The type of one parameter: any of `types`, whose own parameters `given` has. */
export interface TypeArgument {
  readonly types: readonly api.Type[];
  readonly given: TypeArguments;
}

/** Code that is not generic. */
export const noArguments: TypeArguments = { key: '', of: new Map() };

/** `given`, and what `found` says of further parameters, as types in the code of `outer`. */
export const withArguments = (
  given: TypeArguments,
  found: ReadonlyMap<number, readonly api.Type[]>,
  outer: TypeArguments,
): TypeArguments => {
  if (found.size === 0) return given;
  const added = [...found].map(([id, types]) => [id, { types, given: outer }] as const);
  const text = added.map(([id, { types }]) => `${id}=${types.map((type) => type.id).join('|')}`).join(',');
  return { key: `${given.key}(${text};${outer.key})`, of: new Map([...given.of, ...added]) };
};

/** How deep two types are compared. */
const depth = 6;

/**
 * Compares types with the same types with arguments, and finds the argument for each type parameter: for `Page<Item>` and `Page<Post>`, the
 * parameter `Item` is `Post`.
 */
export const parametersIn = (
  session: Session,
  pairs: readonly (readonly [declared: api.Type | undefined, actual: api.Type | undefined])[],
): ReadonlyMap<number, readonly api.Type[]> => {
  const found = new Map<number, readonly api.Type[]>();
  const { cache, api: ts } = session;
  const each = (a: readonly api.Type[], b: readonly api.Type[], left: number): void => {
    for (const [i, type] of a.entries()) compare(type, b[i], left);
  };
  const compare = (declared: api.Type | undefined, actual: api.Type | undefined, left: number): void => {
    if (declared === undefined || actual === undefined || declared.id === actual.id || left === 0) return;
    if (declared.isTypeParameter()) {
      if (!found.has(declared.id)) found.set(declared.id, [actual]);
      return;
    }
    const alias = declared.getAliasTypeArguments();
    if (alias.length > 0 && declared.getAliasSymbol() === actual.getAliasSymbol())
      return each(alias, actual.getAliasTypeArguments(), left - 1);
    if (declared.isUnionType()) return ofUnion(declared, actual, left);
    if (!declared.isObjectType() || !actual.isObjectType()) return;
    if (declared.isTypeReference() && actual.isTypeReference())
      return each(cache.argumentsOf(declared), cache.argumentsOf(actual), left - 1);
    const [from] = cache.signaturesOf(declared, ts.SignatureKind.Call);
    const [to] = cache.signaturesOf(actual, ts.SignatureKind.Call);
    if (from !== undefined && to !== undefined)
      return compare(
        session.checker.getReturnTypeOfSignature(from),
        session.checker.getReturnTypeOfSignature(to),
        left - 1,
      );
    for (const [name, symbol] of cache.propertiesOf(declared)) {
      const other = cache.property(actual, name);
      if (other !== undefined) compare(cache.typeOf(symbol), cache.typeOf(other), left - 1);
    }
  };
  /** Of `Item | null` and `Post | User | null`, the parameter is what the other has beyond the members of both. */
  const ofUnion = (declared: api.UnionType, actual: api.Type, left: number): void => {
    const actuals = session.membersOf(actual);
    const members = declared.getTypes();
    const own = actuals.filter(({ id }) => !members.some((member) => member.id === id));
    const open = members.filter(({ id }) => !actuals.some((other) => other.id === id));
    const [first] = open;
    if (open.length === 1 && first?.isTypeParameter() === true && own.length > 0) found.set(first.id, own);
    else if (open.length === 1) for (const other of own) compare(first, other, left - 1);
  };
  for (const [declared, actual] of pairs) compare(declared, actual, depth);
  return found;
};

/** The type parameters of the classes that a class extends: of `class Posts extends Base<Post>`, that of `Base` is `Post`. */
export const argumentsOfBases = (session: Session, type: api.Type | null, given = noArguments): TypeArguments => {
  if (type === null || !type.isObjectType()) return given;
  const { cache } = session;
  const target = type.isTypeReference() ? type.getTarget() : type;
  const own = type.isTypeReference() && target.isTypeReference() && target.id !== type.id;
  const found = own ? parametersIn(session, pairsOf(cache.argumentsOf(target), cache.argumentsOf(type))) : new Map();
  const at = withArguments(given, found, given);
  if (!target.isClassOrInterface()) return at;
  return session.checker.getBaseTypes(target).reduce((all, base) => argumentsOfBases(session, base, all), at);
};

const pairsOf = (a: readonly api.Type[], b: readonly api.Type[]) => a.map((type, i) => [type, b[i]] as const);
