import type { api, ast } from './compiler-modules.ts';
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

  /** The members with code that classes and object literals of the program have for the member `name` of a type. */
  of(name: string, type: api.Type): readonly Implementation[] {
    const key = `${type.id} ${name}`;
    const known = this.#known.get(key) ?? this.#find(name, type);
    this.#known.set(key, known);
    return known;
  }

  /**
   * By their types. If no type fits, by heritage: the repository of a generic service is one of anything, and a class of books implements it.
   */
  #find(name: string, type: api.Type): Implementation[] {
    const { cache, checker } = this.#session;
    const all = this.#index.containersOf(name).flatMap((container) => {
      const made = this.#typeOf(container);
      return made === undefined ? [] : [{ container, made }];
    });
    const fitting = all.filter(({ made }) => checker.isTypeAssignableTo(made, type));
    const wanted = type.getSymbol();
    const inheriting =
      fitting.length > 0 || wanted === undefined
        ? []
        : all.filter(({ container }) => this.#inherits(container, wanted));
    return [...fitting, ...inheriting].flatMap(({ container, made }) => {
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

  #inherits(container: ast.Node, wanted: api.Symbol, depth = 0): boolean {
    if (!isClass(this.#session, container) || depth > 8) return false;
    const named = (container.heritageClauses ?? []).flatMap(({ types }) => types.map(({ expression }) => expression));
    if (named.some((node) => this.#session.symbolAt(node) === wanted)) return true;
    const base = baseOf(this.#session, container);
    const declared = base === null ? undefined : this.#session.symbolAt(base)?.valueDeclaration?.resolve();
    return declared !== undefined && this.#inherits(declared, wanted, depth + 1);
  }
}
