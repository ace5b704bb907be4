import type * as ast from 'typescript/unstable/ast';
import type * as api from 'typescript/unstable/sync';
import type { Container, ProgramIndex } from './program-index.ts';
import type { Session } from './session.ts';
import { baseOf, isClass } from './syntax.ts';

/** A member with code, and the class it belongs to; null in an object literal. */
export interface Implementation {
  readonly symbol: api.Symbol;
  readonly self: api.Type | null;
}

/** The code behind members that have none: those of interfaces, of abstract classes and of types. */
export class Implementations {
  readonly #session: Session;
  readonly #index: ProgramIndex;
  readonly #known = new Map<string, readonly Implementation[]>();

  constructor(session: Session, index: ProgramIndex) {
    this.#session = session;
    this.#index = index;
  }

  /** What classes and object literals of the program have for the member `name` of a type. */
  of(name: string, type: api.Type): readonly Implementation[] {
    const key = `${type.id} ${name}`;
    const known = this.#known.get(key) ?? this.#find(name, type);
    this.#known.set(key, known);
    return known;
  }

  #find(name: string, type: api.Type): Implementation[] {
    const { cache } = this.#session;
    return this.#index.containersOf(name).flatMap((container) => {
      const made = this.#typeOf(container);
      if (made === undefined || !this.#fits(container, made, type)) return [];
      const symbol = cache.property(made, name);
      return symbol === undefined ? [] : [{ symbol, self: isClass(this.#session, container) ? made : null }];
    });
  }

  /** The type of an object literal, or of the objects of a class. */
  #typeOf(container: Container): api.Type | undefined {
    const { cache } = this.#session;
    if (!isClass(this.#session, container)) return cache.typeAt(container);
    const type = cache.typeAt(container.name ?? container);
    return type && this.#session.instanceOf(type);
  }

  /**
   * By its types, or by its heritage: a class of books implements the repository of anything that a generic service has.
   */
  #fits(container: Container, made: api.Type, wanted: api.Type): boolean {
    const { checker } = this.#session;
    if (checker.isTypeAssignableTo(made, wanted)) return true;
    const symbol = wanted.getSymbol();
    return isClass(this.#session, container) && symbol !== undefined && this.#inherits(container, symbol);
  }

  #inherits(container: ast.Node, wanted: api.Symbol, depth = 0): boolean {
    if (!isClass(this.#session, container) || depth > 8) return false;
    const named = (container.heritageClauses ?? []).flatMap(({ types }) => types.map(({ expression }) => expression));
    if (named.some((node) => this.#session.symbolAt(node) === wanted)) return true;
    const base = baseOf(this.#session, container);
    const declared = base === null ? undefined : this.#session.symbolAt(base)?.valueDeclaration?.resolve();
    return declared !== undefined && this.#inherits(declared, wanted, depth + 1);
  }
}
