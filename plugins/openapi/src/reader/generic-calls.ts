import type { CallTargets, Spot } from './call-targets.ts';
import type { api, ast } from './compiler-modules.ts';
import { callAt } from './find-handler.ts';
import type { ProgramIndex } from './program-index.ts';
import type { Session } from './session.ts';
import { functionAround, functionOf, nameText, receiverOf } from './syntax.ts';
import { argumentsOfBases, noArguments, parametersIn, type TypeArguments, withArguments } from './type-arguments.ts';
import type { HandlerQuery } from './type-reader.ts';

/** One way from a handler to a function: the call of the function, and the types of type parameters. */
export interface Way {
  /** Null for the handler itself. */
  readonly call: ast.CallExpression | null;
  /** Type arguments in the code around the call. */
  readonly outer: TypeArguments;
  /** Type arguments in the called function. */
  readonly inner: TypeArguments;
}

/** The ways to functions. */
export type Ways = ReadonlyMap<ast.Node, readonly Way[]>;

/** How deep calls are followed. */
const depth = 5;

/** Finds the types of type parameters: at the calls of generic functions, and in the classes that extend generic ones. */
export class GenericCalls {
  readonly #session: Session;
  readonly #index: ProgramIndex;
  readonly #targets: CallTargets;

  constructor(session: Session, index: ProgramIndex, targets: CallTargets) {
    this.#session = session;
    this.#index = index;
    this.#targets = targets;
  }

  /** The ways from a handler to the functions of the application that it calls. */
  waysFrom(roots: readonly Spot[], query: HandlerQuery): Ways {
    const ways = new Map<ast.Node, Way[]>();
    const visit = ({ node, self }: Spot, way: Way, above: readonly ast.Node[]): void => {
      ways.set(node, [...(ways.get(node) ?? []), way]);
      if (above.length >= depth) return;
      const inside = [...above, node];
      for (const call of this.#callsIn(node))
        for (const target of this.#targets.of(call.expression, self).spots) {
          if (functionOf(this.#session, target.node) !== target.node || inside.includes(target.node)) continue;
          visit(target, { call, outer: way.inner, inner: this.#argumentsAt(call, target.node, way.inner) }, inside);
        }
    };
    for (const outer of this.#around(query))
      for (const root of roots)
        visit(root, { call: null, outer: noArguments, inner: argumentsOfBases(this.#session, root.self, outer) }, []);
    return ways;
  }

  /** The type arguments where a route is registered: of the functions around it, and of the call that makes its handler. */
  #around(query: HandlerQuery): readonly TypeArguments[] {
    const route = query.source && callAt(this.#session, query.source);
    if (route === null) return [noArguments];
    const around: ast.Node[] = [];
    for (let at = functionAround(this.#session, route); at !== null; at = functionAround(this.#session, at))
      around.unshift(at);
    const all = around.reduce<readonly TypeArguments[]>(
      (ways, each) => ways.flatMap((given) => this.#registering(each, given, query)),
      [noArguments],
    );
    return all.map((given) => route.arguments.reduce((more, each) => this.#argumentsOfFactory(each, more), given));
  }

  /** The type arguments of the calls of a generic function that registers routes: `crud(route, '/posts', posts)`. */
  #registering(node: ast.Node, given: TypeArguments, { path }: HandlerQuery): readonly TypeArguments[] {
    const { parent } = node;
    const name = nameText(this.#session, namedBy(node)) ?? nameText(this.#session, namedBy(parent));
    if (name === null || !isGeneric(node)) return [given];
    const calls = this.#index
      .callsOf(name)
      .filter(({ expression }) => this.#targets.of(expression, null).spots.some((spot) => spot.node === node));
    const lengths = calls.map(({ arguments: texts }) =>
      texts.reduce(
        (most, text) =>
          Math.max(most, this.#session.ast.isStringLiteral(text) && path.includes(text.text) ? text.text.length : 0),
        0,
      ),
    );
    const most = Math.max(0, ...lengths);
    const chosen = calls.filter((_, i) => lengths[i] === most);
    return chosen.length === 0 ? [given] : chosen.map((call) => this.#argumentsAt(call, node, given));
  }

  /** The type arguments of a call that makes a handler: `route.get('/posts', list(loadPosts))`. */
  #argumentsOfFactory(node: ast.Node, given: TypeArguments): TypeArguments {
    if (!this.#session.ast.isCallExpression(node)) return given;
    const inner = node.arguments.reduce((more, each) => this.#argumentsOfFactory(each, more), given);
    const targets = this.#targets.of(node.expression, null).spots;
    return targets.reduce((more, target) => this.#argumentsAt(node, target.node, more), inner);
  }

  /** `outer`, and the type arguments of a called function and of the class that declares it. */
  #argumentsAt(call: ast.CallExpression, target: ast.Node, outer: TypeArguments): TypeArguments {
    const { checker, cache } = this.#session;
    const parameters = this.#parametersOf(target);
    const declared = parameters === null ? undefined : checker.getSignatureFromDeclaration(target);
    const actual = checker.getResolvedSignature(call);
    if (parameters === null || declared === undefined || actual === undefined) return outer;
    const pairs: [api.Type | undefined, api.Type | undefined][] = parameters.map((_, i) => [
      checker.getParameterType(declared, i),
      checker.getParameterType(actual, i),
    ]);
    pairs.push([checker.getReturnTypeOfSignature(declared), checker.getReturnTypeOfSignature(actual)]);
    const receiver = receiverOf(this.#session, call);
    const holder = receiver === null ? undefined : cache.typeAt(receiver);
    const given = argumentsOfBases(this.#session, holder ?? null, outer);
    return withArguments(given, parametersIn(this.#session, pairs), outer);
  }

  #parametersOf(node: ast.Node): readonly ast.Node[] | null {
    const { ast: syntax } = this.#session;
    const isFunction =
      syntax.isArrowFunction(node) ||
      syntax.isFunctionExpression(node) ||
      syntax.isFunctionDeclaration(node) ||
      syntax.isMethodDeclaration(node);
    return isFunction ? node.parameters : null;
  }

  #callsIn(body: ast.Node): readonly ast.CallExpression[] {
    const found: ast.CallExpression[] = [];
    const visit = (node: ast.Node): void => {
      if (this.#session.ast.isCallExpression(node)) found.push(node);
      node.forEachChild(visit);
    };
    visit(body);
    return found;
  }
}

/** The nearest function around a node to which there are ways. */
export const waysTo = (ways: Ways, node: ast.Node): readonly Way[] => {
  for (let at: ast.Node | undefined = node; at !== undefined; at = at.parent) {
    const found = ways.get(at);
    if (found !== undefined) return found;
  }
  return [];
};

const namedBy = (node: ast.Node): ast.Node | undefined => (node as { readonly name?: ast.Node }).name;

const isGeneric = (node: ast.Node): boolean =>
  ((node as { readonly typeParameters?: readonly unknown[] }).typeParameters ?? []).length > 0;
