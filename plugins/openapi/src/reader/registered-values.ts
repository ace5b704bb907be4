import type { ast } from './compiler-modules.ts';
import type { ProgramIndex } from './program-index.ts';
import type { Session } from './session.ts';
import { bare, functionAround, initializerOf, isParameter, memberName, nameText } from './syntax.ts';

/** A value that a loop or a function registers, and the entry of the list that it is from. */
export interface Candidate {
  readonly node: ast.Node;
  /** The entry of the list, or the call of the function: `['/posts', listPosts]`. */
  readonly entry: ast.Node;
}

const depth = 8;

/** Finds the values of names that stand for several ones: variables of loops, parameters of functions that register routes. */
export class RegisteredValues {
  readonly #session: Session;
  readonly #index: ProgramIndex;

  constructor(session: Session, index: ProgramIndex) {
    this.#session = session;
    this.#index = index;
  }

  /** All values that an expression may have; itself if it has only one, empty if they are not written in the code. */
  of(given: ast.Node, left = depth): Candidate[] {
    const { ast: syntax } = this.#session;
    const node = bare(this.#session, given);
    if (left === 0) return [];
    if (syntax.isPropertyAccessExpression(node)) {
      const holders = this.of(node.expression, left - 1);
      const members = holders.flatMap((holder) => this.#members(holder, node.name.text));
      return members.length > 0 ? members.flatMap((member) => this.#inner(member, left)) : [{ node, entry: node }];
    }
    if (syntax.isElementAccessExpression(node))
      return this.of(node.expression, left - 1)
        .flatMap((holder) => this.#members(holder, null))
        .flatMap((member) => this.#inner(member, left));
    if (!syntax.isIdentifier(node)) return [{ node, entry: node }];
    const declared = this.#session.symbolAt(node)?.valueDeclaration?.resolve();
    if (declared === undefined) return [{ node, entry: node }];
    return this.#declared(declared, left) ?? [{ node, entry: node }];
  }

  /** The values of a member of an object: a function of `join: findUser`, of `join(ctx) {}`. */
  membersOf(given: ast.Node, name: string): ast.Node[] {
    return this.of(given).flatMap((holder) => this.#members(holder, name).map(({ node }) => node));
  }

  /** A value that is itself a name of several ones; it stays in the entry that was found first. */
  #inner({ node, entry }: Candidate, left: number): Candidate[] {
    return this.of(node, left - 1).map((each) => ({ node: each.node, entry }));
  }

  /** The values of a declared name; null for a name that stands for itself. */
  #declared(declared: ast.Node, left: number): Candidate[] | null {
    const { ast: syntax } = this.#session;
    if (isParameter(this.#session, declared)) return this.#ofParameter(declared, left);
    if (syntax.isBindingElement(declared)) {
      const pattern = declared.parent;
      const holders = this.#declared(pattern.parent, left);
      if (holders === null) return null;
      const name = syntax.isArrayBindingPattern(pattern)
        ? String(pattern.elements.findIndex((element) => element === declared))
        : nameText(this.#session, declared.propertyName ?? declared.name);
      return holders.flatMap((holder) => this.#members(holder, name)).flatMap((member) => this.#inner(member, left));
    }
    if (!syntax.isVariableDeclaration(declared)) return null;
    const loop = declared.parent.parent;
    if (loop !== undefined && syntax.isForOfStatement(loop)) return this.#entries(loop.expression, left);
    const value = initializerOf(this.#session, declared);
    const inner = value && bare(this.#session, value);
    return inner !== undefined && (syntax.isObjectLiteralExpression(inner) || syntax.isArrayLiteralExpression(inner))
      ? [{ node: inner, entry: inner }]
      : null;
  }

  /** The calls of a function that has a name. */
  callsOf(node: ast.Node): ast.CallExpression[] {
    const { ast: syntax } = this.#session;
    const named =
      syntax.isFunctionDeclaration(node) || syntax.isMethodDeclaration(node) ? node.name : nameOf(this.#session, node);
    const name = nameText(this.#session, named);
    if (name === null || named === undefined) return [];
    const own = this.#session.symbolAt(named);
    return this.#index.callsOf(name).filter(({ expression }) => {
      const called = bare(this.#session, expression);
      return this.#session.symbolAt(syntax.isPropertyAccessExpression(called) ? called.name : called) === own;
    });
  }

  /** Of `list.forEach((each) => ...)`, or of a function that the program calls. */
  #ofParameter(parameter: ast.ParameterDeclaration, left: number): Candidate[] | null {
    const { ast: syntax } = this.#session;
    const around = functionAround(this.#session, parameter);
    if (around === null) return null;
    const parameters = (around as { readonly parameters?: readonly ast.Node[] }).parameters ?? [];
    const index = parameters.indexOf(parameter);
    const call = around.parent;
    if (call !== undefined && syntax.isCallExpression(call) && syntax.isPropertyAccessExpression(call.expression))
      return index === 0 && /^(?:forEach|map)$/.test(call.expression.name.text)
        ? this.#entries(call.expression.expression, left)
        : null;
    const calls = this.callsOf(around);
    const found = calls.flatMap((site) => {
      const value = site.arguments[index];
      return value === undefined ? [] : this.of(value, left - 1).map((each) => ({ node: each.node, entry: site }));
    });
    return found.length === 0 ? null : found;
  }

  /** The entries of a list: `[a, b]`, `Object.entries({ a, b })`, `Object.values(handlers)`. */
  #entries(given: ast.Node, left: number): Candidate[] {
    const { ast: syntax } = this.#session;
    const node = bare(this.#session, given);
    if (syntax.isCallExpression(node) && /^Object\.(?:entries|values)$/.test(node.expression.getText())) {
      const [object] = node.arguments;
      const members =
        object === undefined ? [] : this.of(object, left - 1).flatMap((holder) => this.#members(holder, null));
      // An entry has the name of a member first, then its value.
      return node.expression.getText() === 'Object.values'
        ? members
        : members.map(({ entry }) => ({ node: entry, entry }));
    }
    return this.of(node, left - 1).flatMap((holder) =>
      syntax.isArrayLiteralExpression(holder.node)
        ? holder.node.elements.map((element) => ({ node: element, entry: element }))
        : [],
    );
  }

  /** A member of an object or a list that is written here; all of them without a name. */
  #members({ node, entry }: Candidate, name: string | null): Candidate[] {
    const { ast: syntax } = this.#session;
    const holder = bare(this.#session, node);
    const isWhole = entry === node;
    if (syntax.isArrayLiteralExpression(holder))
      return holder.elements
        .filter((_, i) => name === null || name === String(i))
        .map((each) => ({ node: each, entry: isWhole && name === null ? each : entry }));
    // The entry of `Object.entries()`: its value is the second one.
    if (syntax.isPropertyAssignment(holder)) return name === '1' ? [{ node: holder.initializer, entry }] : [];
    if (syntax.isShorthandPropertyAssignment(holder))
      return name === '1' ? [{ node: this.#valueOf(holder), entry }] : [];
    if (!syntax.isObjectLiteralExpression(holder)) return [];
    return holder.properties
      .filter((member) => name === null || memberName(this.#session, member) === name)
      .flatMap((member) => {
        const value = syntax.isPropertyAssignment(member)
          ? member.initializer
          : syntax.isShorthandPropertyAssignment(member)
            ? this.#valueOf(member)
            : member;
        return [{ node: value, entry: name === null ? member : entry }];
      });
  }

  /** The value of `{ find }`. */
  #valueOf(member: ast.ShorthandPropertyAssignment): ast.Node {
    const value = this.#session.checker.getShorthandAssignmentValueSymbol(member);
    return (value && this.#session.unaliased(value).valueDeclaration?.resolve()) ?? member;
  }
}

/** The name of the variable that holds a function. */
const nameOf = ({ ast: syntax }: Session, node: ast.Node): ast.Node | undefined => {
  const holder = node.parent;
  return holder !== undefined && syntax.isVariableDeclaration(holder) ? holder.name : undefined;
};
