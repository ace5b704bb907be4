import type { api, ast } from './compiler-modules.ts';
import type { Container, ProgramIndex } from './program-index.ts';
import type { Session } from './session.ts';
import { baseOf, isClass, memberName, nameText } from './syntax.ts';

/** A member with code, and the class it belongs to; null in an object literal. */
export interface Implementation {
  readonly symbol: api.Symbol;
  readonly self: api.Type | null;
}

/** A class or an object literal, and the type of its objects. */
interface Candidate {
  readonly container: Container;
  readonly made: api.Type;
}

/** How many classes may extend each other. */
const depth = 8;

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
   * By their types, also those of classes that inherit the member. If no type fits, by heritage: the repository of a generic service is one
   * of anything, and a class of books implements it.
   */
  #find(name: string, type: api.Type): Implementation[] {
    const { cache, checker } = this.#session;
    const fits = ({ made }: Candidate): boolean => checker.isTypeAssignableTo(made, type);
    const all = this.#index.containersOf(name).flatMap((each) => this.#candidate(each));
    const fitting = all.flatMap((each) => (fits(each) ? [each] : this.#extending(each.container, name).filter(fits)));
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

  #candidate(container: Container): Candidate[] {
    const made = this.#typeOf(container);
    return made === undefined ? [] : [{ container, made }];
  }

  /** The classes that inherit a member from a class. Those with code of their own for it are found by that. */
  #extending(container: Container, name: string, left = depth): Candidate[] {
    const own = isClass(this.#session, container) ? nameText(this.#session, container.name) : null;
    if (own === null || left === 0) return [];
    return this.#index
      .classesExtending(own)
      .flatMap((each) =>
        each.members.some((member) => memberName(this.#session, member) === name)
          ? []
          : [...this.#candidate(each), ...this.#extending(each, name, left - 1)],
      );
  }

  /** The type of an object literal, or of the objects of a class. */
  #typeOf(container: Container): api.Type | undefined {
    const { cache } = this.#session;
    if (!isClass(this.#session, container)) return cache.typeAt(container);
    const type = cache.typeAt(container.name ?? container);
    return type && this.#session.instanceOf(type);
  }

  #inherits(container: ast.Node, wanted: api.Symbol, left = depth): boolean {
    if (!isClass(this.#session, container) || left === 0) return false;
    const named = (container.heritageClauses ?? []).flatMap(({ types }) => types.map(({ expression }) => expression));
    if (named.some((node) => this.#session.symbolAt(node) === wanted)) return true;
    const base = baseOf(this.#session, container);
    const declared = base === null ? undefined : this.#session.symbolAt(base)?.valueDeclaration?.resolve();
    return declared !== undefined && this.#inherits(declared, wanted, left - 1);
  }
}
