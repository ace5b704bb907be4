import type { api, ast } from './compiler-modules.ts';
import type { Session } from './session.ts';
import { baseOf, isClass } from './syntax.ts';

/** The errors that do not get out of code: all, or those of some classes; no class means none. */
export type Swallowed = 'all' | readonly api.Symbol[];

export const nothingSwallowed: Swallowed = [];

/** The errors that two guards, one around the other, swallow together. */
export const bothSwallow = (a: Swallowed, b: Swallowed): Swallowed => {
  if (a === 'all' || b === 'all') return 'all';
  return a.length === 0 ? b : b.length === 0 ? a : [...new Set([...a, ...b])];
};

/** The same text for guards that swallow the same. */
export const swallowedKey = (session: Session, swallowed: Swallowed): string =>
  swallowed === 'all'
    ? 'all'
    : swallowed
        .map((each) => keyOf(session, each))
        .toSorted()
        .join();

const keyOf = (session: Session, symbol: api.Symbol): string => `${symbol.name} ${session.fileOf(symbol)}`;

/** Whether a guard swallows an error. Of an error without a known type, only one that swallows all does. */
const isSwallowed = (session: Session, swallowed: Swallowed, type: api.Type | undefined): boolean => {
  if (swallowed === 'all') return true;
  const own = type?.getSymbol();
  if (own === undefined || swallowed.length === 0) return false;
  const classes = new Set(classesOf(session, own).map((each) => keyOf(session, each)));
  return swallowed.some((each) => classes.has(keyOf(session, each)) || isAnyError(session, each));
};

/** A class, and those that it extends. */
const classesOf = (session: Session, own: api.Symbol, left = 8): readonly api.Symbol[] => {
  const declared = own.valueDeclaration?.resolve();
  const base = declared !== undefined && isClass(session, declared) ? baseOf(session, declared) : null;
  const above = base === null || left === 0 ? undefined : session.symbolAt(base);
  return above === undefined ? [own] : [own, ...classesOf(session, above, left - 1)];
};

/** Whether every error that a client sees is of a class. */
const isAnyError = (session: Session, symbol: api.Symbol): boolean => {
  const file = session.fileOf(symbol);
  return symbol.name === 'Error'
    ? session.owners.of(file).kind === 'language'
    : /^(?:FrameworkError|HttpError)$/.test(symbol.name) && session.owners.isOurs(file, 'core');
};

/** Code, and what the code around its nodes swallows of their errors. */
interface CaughtCode {
  readonly caught: ReadonlyMap<ast.Node, Swallowed>;
}

/** The paths to code, by what the code on the way swallows of its errors. */
export class ErrorPaths<Code extends CaughtCode> {
  readonly #session: Session;
  readonly #paths = new Map<Code, Map<string, Swallowed>>();

  constructor(session: Session) {
    this.#session = session;
  }

  /** The code with a path to it. */
  code(): readonly Code[] {
    return [...this.#paths.keys()];
  }

  /** Notes a path. False if it adds nothing to those that are known: what gets out anyway needs no further one. */
  add(code: Code, swallowed: Swallowed): boolean {
    const known = this.#paths.get(code) ?? new Map<string, Swallowed>();
    const key = swallowedKey(this.#session, swallowed);
    if (known.has('') || known.has(key)) return false;
    this.#paths.set(code, known.set(key, swallowed));
    return true;
  }

  /** Whether an error that comes from a node gets out by one of the paths. */
  lets(node: ast.Node, type: api.Type | undefined): boolean {
    const all = [...this.#paths].flatMap(([{ caught }, paths]) => {
      const own = caught.get(node);
      return own === undefined ? [] : [...paths.values()].map((outer) => bothSwallow(outer, own));
    });
    return all.length === 0 || all.some((swallowed) => !isSwallowed(this.#session, swallowed, type));
  }
}
