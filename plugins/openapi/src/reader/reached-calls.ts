import type * as ast from 'typescript/unstable/ast';
import type * as api from 'typescript/unstable/sync';
import { functionOf } from './find-handler.ts';
import type { Session } from './session.ts';

/** A call in the code of a handler, or of a function that it calls. */
export interface FoundCall {
  readonly node: ast.CallExpression;
  /** Name of the called function: `json`. */
  readonly name: string;
  /** File that declares the function; empty when unknown. */
  readonly file: string;
  /** Type of the value. */
  readonly type: api.Type;
  readonly symbol: api.Symbol | undefined;
}

/** The parts of a function that matter to a document: its calls, and the types that it throws. */
export interface Steps {
  readonly calls: readonly FoundCall[];
  readonly thrown: readonly ThrownValue[];
  /** Calls of values without a type: code that does not compile, or that uses `any`. */
  readonly unknown: readonly ast.CallExpression[];
  /** Functions of the application that it calls. */
  readonly next: readonly ast.Node[];
}

/** A value that is thrown. */
export interface ThrownValue {
  readonly node: ast.Expression;
  readonly type: api.Type;
}

/** The methods that validate. A document needs these calls. */
export const validates = new Set(['validated', 'validate', 'validateRequest']);

/** How deep calls are followed through functions of the application. */
const depth = 4;

const calledName =
  (syntax: Session['ast']) =>
  ({ expression }: ast.CallExpression): ast.Node =>
    syntax.isPropertyAccessExpression(expression) ? expression.name : expression;

/** Follows handlers through the functions of the application. Each function is read once. */
export class ReachedCalls {
  readonly #session: Session;
  readonly #read = new Map<ast.Node, Steps>();

  constructor(session: Session) {
    this.#session = session;
  }

  /** The steps of a handler, and of the functions that it calls. */
  of(body: ast.Node): Omit<Steps, 'next'> {
    const seen = new Set<ast.Node>();
    const calls: FoundCall[] = [];
    const thrown: ThrownValue[] = [];
    const unknown: ast.CallExpression[] = [];
    let level = [body];
    for (let i = 0; i <= depth && level.length > 0; i++) {
      const fresh = level.filter((node) => !seen.has(node));
      for (const node of fresh) seen.add(node);
      const steps = fresh.map((node) => this.#stepsOf(node));
      for (const step of steps) {
        calls.push(...step.calls);
        thrown.push(...step.thrown);
        unknown.push(...step.unknown);
      }
      level = steps.flatMap(({ next }) => next);
    }
    return { calls, thrown, unknown };
  }

  /** Requests the calls and throws of many functions in one message. */
  ask(bodies: readonly ast.Node[]): void {
    const { ast: syntax, cache } = this.#session;
    const found = [...new Set(bodies)].map((body) => this.#nodesOf(body));
    const calls = found.flatMap(({ nodes }) => nodes);
    cache.typesAt([...calls, ...found.flatMap(({ throws }) => throws)]);
    cache.symbolsAt(calls.map(calledName(syntax)));
  }

  #nodesOf(body: ast.Node): {
    readonly nodes: readonly ast.CallExpression[];
    readonly throws: readonly ast.Expression[];
  } {
    const { ast: syntax } = this.#session;
    const nodes: ast.CallExpression[] = [];
    const throws: ast.Expression[] = [];
    const visit = (node: ast.Node): void => {
      if (syntax.isCallExpression(node)) nodes.push(node);
      if (syntax.isThrowStatement(node)) throws.push(node.expression);
      node.forEachChild(visit);
    };
    body.forEachChild(visit);
    return { nodes, throws };
  }

  #stepsOf(body: ast.Node): Steps {
    const known = this.#read.get(body);
    if (known !== undefined) return known;
    const { cache } = this.#session;
    const { nodes, throws } = this.#nodesOf(body);
    this.ask([body]);
    const types = cache.typesAt(nodes);
    const found = nodes.map((node, i) => this.#call(node, types[i]));
    const calls = found.flatMap(({ call }) => (call === null ? [] : [call]));
    const next = found.flatMap(({ target }) => (target === null ? [] : [target]));
    const thrownTypes = cache.typesAt(throws);
    const thrown = throws.flatMap((node, i) => {
      const type = thrownTypes[i];
      return type === undefined ? [] : [{ node, type }];
    });
    const unknown = nodes.filter((node, i) => this.#isUnknown(node, types[i]));
    const steps = { calls, thrown, unknown, next };
    this.#read.set(body, steps);
    return steps;
  }

  #isUnknown({ expression }: ast.CallExpression, type: api.Type | undefined): boolean {
    const { ast: syntax, cache, api: ts } = this.#session;
    if (type === undefined || (type.flags & ts.TypeFlags.Any) === 0 || !syntax.isPropertyAccessExpression(expression))
      return false;
    const { name } = expression;
    if (cache.symbolAt(name) !== undefined) return false;
    return validates.has(name.text) || cache.typeAt(expression)?.isErrorType() === true;
  }

  #call(node: ast.CallExpression, type: api.Type | undefined): { call: FoundCall | null; target: ast.Node | null } {
    const { ast: syntax, owners } = this.#session;
    const symbol = this.#session.symbolAt(calledName(syntax)(node));
    const declared = symbol?.valueDeclaration ?? symbol?.declarations[0];
    const file = declared?.path ?? '';
    if (file === '' || owners.of(file).kind === 'language') return { call: null, target: null };
    if (owners.of(file).kind === 'application') {
      const resolved = declared?.resolve();
      return { call: null, target: resolved === undefined ? null : functionOf(this.#session, resolved) };
    }
    if (type === undefined) return { call: null, target: null };
    const name = symbol?.name ?? '';
    return { call: { node, name, file, symbol, type }, target: null };
  }
}
