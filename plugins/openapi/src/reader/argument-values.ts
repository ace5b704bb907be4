import type { ast } from './compiler-modules.ts';
import type { Session } from './session.ts';
import { bare, type CallLike, initializerOf, isParameter, memberName, nameText } from './syntax.ts';

/** The calls of each function in the code of one handler. */
export type Sites = ReadonlyMap<ast.Node, readonly CallLike[]>;

/** How many parameters a value may go through. */
const depth = 8;

/** Finds the values of expressions in one handler: a parameter has the values that callers give for it. */
export class ArgumentValues {
  readonly #session: Session;
  readonly #sites: Sites;

  constructor(session: Session, sites: Sites) {
    this.#session = session;
    this.#sites = sites;
  }

  /** The expressions that a node stands for: those that callers give for a parameter, otherwise the node itself. */
  of(node: ast.Node, left = depth): readonly ast.Node[] {
    const { ast: syntax } = this.#session;
    const at = bare(this.#session, node);
    if (left === 0) return [at];
    if (syntax.isIdentifier(at)) return this.#ofName(at, left);
    if (!syntax.isPropertyAccessExpression(at)) return [at];
    const holders = this.of(at.expression, left - 1);
    const found = holders.map((holder) => this.#member(holder, at.name.text));
    return found.length > 0 && found.every((each) => each !== null)
      ? found.flatMap((each) => (each === null ? [] : this.of(each, left - 1)))
      : [at];
  }

  #ofName(name: ast.Identifier, left: number): readonly ast.Node[] {
    const { ast: syntax } = this.#session;
    const declared = this.#session.symbolAt(name)?.valueDeclaration?.resolve();
    if (declared === undefined) return [name];
    if (isParameter(this.#session, declared)) return this.#given(declared, left) ?? [name];
    if (!syntax.isBindingElement(declared) || !syntax.isObjectBindingPattern(declared.parent)) return [name];
    const parameter = declared.parent.parent;
    const member = nameText(this.#session, declared.propertyName ?? declared.name);
    if (parameter === undefined || member === null || !isParameter(this.#session, parameter)) return [name];
    const found = (this.#given(parameter, left) ?? []).map((holder) => this.#member(holder, member));
    return found.length > 0 && found.every((each) => each !== null)
      ? found.flatMap((each) => (each === null ? [] : this.of(each, left - 1)))
      : [name];
  }

  /** The arguments that callers give for a parameter; null if no call is known. */
  #given(parameter: ast.ParameterDeclaration, left: number): readonly ast.Node[] | null {
    const { ast: syntax } = this.#session;
    const holder = parameter.parent as { readonly parameters?: readonly ast.Node[] };
    const index = holder.parameters?.indexOf(parameter) ?? -1;
    const sites = this.#sites.get(parameter.parent) ?? [];
    if (sites.length === 0 || index < 0 || parameter.dotDotDotToken !== undefined) return null;
    const values = sites.flatMap((site) => {
      const given = site.arguments?.[index] ?? parameter.initializer;
      return given === undefined || syntax.isSpreadElement(given) ? [] : this.of(given, left - 1);
    });
    return values.length === 0 ? null : values;
  }

  /** A member of an object that is written here; null for any other. */
  #member(holder: ast.Node, name: string, left = depth): ast.Node | null {
    const { ast: syntax } = this.#session;
    const object = bare(this.#session, holder);
    if (syntax.isIdentifier(object) && left > 0) {
      const declared = this.#session.symbolAt(object)?.valueDeclaration?.resolve();
      const value = declared && initializerOf(this.#session, declared);
      return value === undefined ? null : this.#member(value, name, left - 1);
    }
    if (!syntax.isObjectLiteralExpression(object)) return null;
    const member = object.properties.find((each) => memberName(this.#session, each) === name);
    if (member === undefined) return null;
    if (syntax.isPropertyAssignment(member)) return member.initializer;
    return syntax.isShorthandPropertyAssignment(member) ? member.name : member;
  }
}
