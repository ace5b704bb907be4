import type { CallTargets, Spot } from './call-targets.ts';
import type { api, ast } from './compiler-modules.ts';
import type { Session } from './session.ts';
import { bothSwallow, nothingSwallowed, type Swallowed } from './swallowed.ts';
import { bare, calledName, functionOf } from './syntax.ts';

/** Finds what `try` and `.catch()` keep from clients. */
export class CaughtErrors {
  readonly #session: Session;
  readonly #targets: CallTargets;

  constructor(session: Session, targets: CallTargets) {
    this.#session = session;
    this.#targets = targets;
  }

  /** The errors of a node that the code around it swallows, as far as `root`. `spots` is the code that a call runs. */
  around(node: ast.Node, root: ast.Node, spots: readonly Spot[] = []): Swallowed {
    const { ast: syntax } = this.#session;
    const isPromised = this.#isPromised(node);
    const isAsync = isPromised && spots.every((spot) => this.#isAsync(spot.node));
    let swallowed = nothingSwallowed;
    // Whether an error is thrown where it stands, and whether it rejects a promise.
    let isThrown = !isPromised;
    let rejects = isAsync;
    for (let at = node; at !== root && at.parent !== undefined; at = at.parent) {
      const { parent } = at;
      if (syntax.isAwaitExpression(parent)) isThrown = true;
      else if (functionOf(this.#session, parent) === parent) {
        // A function that is given to a call runs in it, or so late that its errors reach no client.
        isThrown = !this.#isAsync(parent) && this.#isGivenToSync(parent);
        rejects ||= this.#isAsync(parent) || this.isReaction(parent);
      } else if (syntax.isCallExpression(parent) && parent.expression !== at) {
        if (calledName(this.#session, parent)?.getText() === 'reject') {
          isThrown = false;
          rejects = true;
        }
        rejects ||= this.isReaction(at);
      } else if (syntax.isTryStatement(parent) && parent.tryBlock === at && isThrown)
        swallowed = bothSwallow(swallowed, this.#ofClause(parent.catchClause));
      else if (rejects && syntax.isPropertyAccessExpression(parent) && parent.expression === at)
        swallowed = bothSwallow(swallowed, this.#ofReaction(parent));
    }
    return swallowed;
  }

  #isPromised(node: ast.Node): boolean {
    const type = this.#session.ast.isCallExpression(node) ? this.#session.cache.typeAt(node) : undefined;
    return type !== undefined && this.#session.membersOf(type).some((each) => this.#session.awaited(each) !== each);
  }

  #isGivenToSync(node: ast.Node): boolean {
    const { parent, pos } = node;
    return this.#session.ast.isCallExpression(parent) && parent.expression.pos !== pos && !this.#isPromised(parent);
  }

  #isAsync(node: ast.Node): boolean {
    const { modifiers } = node as { readonly modifiers?: readonly ast.Node[] };
    return modifiers?.some(({ kind }) => kind === this.#session.ast.SyntaxKind.AsyncKeyword) === true;
  }

  /** Whether a node is given to `then()`, so that what it throws rejects a promise. */
  isReaction({ parent, pos }: ast.Node): boolean {
    return (
      this.#session.ast.isCallExpression(parent) &&
      parent.expression.pos !== pos &&
      /^(?:then|catch|finally)$/.test(calledName(this.#session, parent)?.getText() ?? '')
    );
  }

  /** `.catch(handle)` behind a promise. */
  #ofReaction(access: ast.PropertyAccessExpression): Swallowed {
    const { ast: syntax } = this.#session;
    const call = access.parent;
    if (!syntax.isCallExpression(call) || call.expression !== access) return nothingSwallowed;
    const handle =
      access.name.text === 'catch' ? call.arguments[0] : access.name.text === 'then' ? call.arguments[1] : null;
    if (handle === null || handle === undefined) return nothingSwallowed;
    const [spot, ...others] = this.#targets.of(handle, null).spots;
    return spot === undefined || others.length > 0 ? nothingSwallowed : this.#ofFunction(spot.node);
  }

  #ofFunction(node: ast.Node): Swallowed {
    const { parameters, body } = node as {
      readonly parameters?: readonly ast.ParameterDeclaration[];
      readonly body?: ast.Node;
    };
    if (body === undefined) return nothingSwallowed;
    const name = parameters?.[0]?.name;
    if (this.#session.ast.isBlock(body)) return this.#ofStatements(body.statements, name);
    return this.#passesOn(body, name) ? nothingSwallowed : 'all';
  }

  #ofClause(clause: ast.CatchClause | undefined): Swallowed {
    return clause === undefined
      ? nothingSwallowed
      : this.#ofStatements(clause.block.statements, clause.variableDeclaration?.name);
  }

  /** The errors that statements do not throw again. */
  #ofStatements(statements: readonly ast.Statement[], name: ast.Node | undefined): Swallowed {
    const { ast: syntax } = this.#session;
    if (name === undefined) return 'all';
    if (!syntax.isIdentifier(name)) return nothingSwallowed;
    let swallowed = nothingSwallowed;
    for (const [i, statement] of statements.entries()) {
      const rest = statements.slice(i + 1);
      const tested = syntax.isIfStatement(statement) ? this.#tested(statement.expression, name) : null;
      if (tested === null || !syntax.isIfStatement(statement)) {
        if (this.#passesOn(statement, name)) return swallowed;
        if (syntax.isReturnStatement(statement) || syntax.isThrowStatement(statement)) return 'all';
        continue;
      }
      const { classes, isNot } = tested;
      const { thenStatement, elseStatement } = statement;
      const passes = this.#passesOn(thenStatement, name);
      if (isNot) {
        // `if (!(error instanceof NotFoundError)) throw error;`
        const after = this.#ofStatements(elseStatement === undefined ? rest : [elseStatement, ...rest], name);
        if (!passes) return after;
        return bothSwallow(swallowed, after === 'all' ? classes : after);
      }
      if (!passes && this.#ends(thenStatement)) swallowed = bothSwallow(swallowed, classes);
      if (elseStatement !== undefined)
        return bothSwallow(swallowed, this.#ofStatements([elseStatement, ...rest], name));
    }
    return 'all';
  }

  /** The classes in `error instanceof NotFoundError`, also with `||` and `!`; null for any other condition. */
  #tested(
    condition: ast.Node,
    name: ast.Identifier,
  ): { readonly classes: readonly api.Symbol[]; readonly isNot: boolean } | null {
    const { ast: syntax } = this.#session;
    const { SyntaxKind } = syntax;
    const at = bare(this.#session, condition);
    if (syntax.isPrefixUnaryExpression(at) && at.operator === SyntaxKind.ExclamationToken) {
      const inner = this.#tested(at.operand, name);
      return inner && { ...inner, isNot: !inner.isNot };
    }
    if (!syntax.isBinaryExpression(at)) return null;
    const { kind } = at.operatorToken;
    if (kind === SyntaxKind.BarBarToken) {
      const [left, right] = [this.#tested(at.left, name), this.#tested(at.right, name)];
      const isEach = left !== null && right !== null && !left.isNot && !right.isNot;
      return isEach ? { classes: [...left.classes, ...right.classes], isNot: false } : null;
    }
    if (kind !== SyntaxKind.InstanceOfKeyword || bare(this.#session, at.left).getText() !== name.text) return null;
    const symbol = this.#session.symbolAt(bare(this.#session, at.right));
    return symbol === undefined ? null : { classes: [symbol], isNot: false };
  }

  /** Whether nothing runs after a statement. */
  #ends(node: ast.Node): boolean {
    const { ast: syntax } = this.#session;
    if (syntax.isBlock(node)) return node.statements.some((each) => this.#ends(each));
    return syntax.isReturnStatement(node) || syntax.isThrowStatement(node);
  }

  /** Whether code may throw the error again: by itself, or by a function of the application that gets it. An error that is made of it is another one. */
  #passesOn(root: ast.Node, name: ast.Node | undefined): boolean {
    if (name === undefined) return false;
    const { ast: syntax } = this.#session;
    let passes = false;
    const visit = (node: ast.Node): void => {
      if (syntax.isThrowStatement(node)) passes ||= this.#isIn(node.expression, name);
      else if (
        syntax.isCallExpression(node) &&
        node.arguments.some((given) => bare(this.#session, given).getText() === name.getText())
      )
        passes ||= calledName(this.#session, node)?.getText() === 'reject' || this.#mayThrow(node);
      if (!passes) node.forEachChild(visit);
    };
    visit(root);
    return passes;
  }

  /** Whether an expression is or has the error, besides as an argument of `new`. */
  #isIn(expression: ast.Node, name: ast.Node): boolean {
    const { ast: syntax } = this.#session;
    let found = false;
    const visit = (node: ast.Node): void => {
      if (syntax.isNewExpression(node)) return;
      if (syntax.isIdentifier(node) && node.text === name.getText()) found = true;
      node.forEachChild(visit);
    };
    visit(expression);
    return found;
  }

  #mayThrow(call: ast.CallExpression): boolean {
    const { spots, open, byCallers } = this.#targets.of(call.expression, null);
    return open || byCallers.length > 0 || spots.some(({ node }) => /\bthrow\b|\breject\b/.test(node.getText()));
  }
}
