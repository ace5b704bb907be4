import type { api } from './compiler-modules.ts';
import type { Session } from './session.ts';

/**
 * The members of a type in one order for every version of the compiler. Each version orders the members of spreads and of mapped types
 * in its own way, so these get the order of their declarations.
 */
export const inOrder = (session: Session, type: api.Type, symbols: readonly api.Symbol[]): readonly api.Symbol[] => {
  const { ObjectFlags, SymbolFlags } = session.api;
  const flags = type.isObjectType() ? type.objectFlags : 0;
  if ((flags & ObjectFlags.Class) !== 0) return symbols;
  if ((flags & ObjectFlags.Interface) === 0) return symbols.toSorted(byDeclaration);
  // Those of a mapped type that an interface extends.
  const isComputed = (symbol: api.Symbol): boolean => (symbol.flags & SymbolFlags.Transient) !== 0;
  const computed = symbols.filter(isComputed).toSorted(byName);
  return symbols.map((symbol) => (isComputed(symbol) ? (computed.shift() ?? symbol) : symbol));
};

/** Orders symbols by the files and the places of their declarations; those without one come last, by name. */
export const byDeclaration = (a: api.Symbol, b: api.Symbol): number => {
  const [first, second] = [placeOf(a), placeOf(b)];
  if (first === undefined || second === undefined)
    return first === second ? byName(a, b) : Number(first === undefined) - Number(second === undefined);
  if (first.path !== second.path) return first.path < second.path ? -1 : 1;
  return first.index - second.index || byName(a, b);
};

const placeOf = ({ valueDeclaration, declarations }: api.Symbol): api.NodeHandle | undefined =>
  valueDeclaration ?? declarations[0];

const byName = (a: api.Symbol, b: api.Symbol): number => (a.name < b.name ? -1 : Number(a.name > b.name));
