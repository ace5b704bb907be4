import type { CallTargets, Spot } from './call-targets.ts';
import type { ast } from './compiler-modules.ts';
import { callAt } from './find-handler.ts';
import type { ProgramIndex } from './program-index.ts';
import type { Session } from './session.ts';
import { bare, calledName, functionOf, initializerOf, isClass, isParameter, memberName, receiverOf } from './syntax.ts';
import type { Gap, HandlerQuery } from './type-reader.ts';

/** Code that runs for a route beside its handler. */
export interface RouteCode {
  readonly roots: readonly Spot[];
  readonly gaps: readonly Gap[];
}

/** Finds the code of middleware that does not describe itself, and of the functions of `bind()`. */
export class RouteCodeFinder {
  readonly #session: Session;
  readonly #index: ProgramIndex;
  readonly #targets: CallTargets;
  readonly #middleware = new Map<string, readonly Spot[]>();

  constructor(session: Session, index: ProgramIndex, targets: CallTargets) {
    this.#session = session;
    this.#index = index;
    this.#targets = targets;
  }

  of(query: HandlerQuery): RouteCode {
    const roots: Spot[] = [];
    const gaps: Gap[] = [];
    for (const signature of query.middleware) {
      const spots = this.#middleware.get(signature) ?? this.#ofMiddleware(signature);
      this.#middleware.set(signature, spots);
      roots.push(...spots);
      if (spots.length === 0) gaps.push(noMiddleware(signature, query));
    }
    for (const name of query.bindings) {
      const spots = this.#ofBinding(name, query);
      roots.push(...spots);
      if (spots.length === 0) gaps.push(noBinding(name, query));
    }
    return { roots, gaps };
  }

  /** `handle()` of the middleware whose `signature()` is this text, or the function of `defineMiddleware('signature', ...)`. */
  #ofMiddleware(signature: string): Spot[] {
    const defined = this.#index.callsOf('defineMiddleware').flatMap((call) => {
      const [name, handle] = call.arguments;
      return name !== undefined && handle !== undefined && this.#says(name, signature) ? this.#functions(handle) : [];
    });
    const written = this.#index.containersOf('handle').flatMap((container) => {
      const members: readonly ast.Node[] = isClass(this.#session, container) ? container.members : container.properties;
      const named = (name: string): ast.Node | undefined =>
        members.find((member) => memberName(this.#session, member) === name);
      const [own, handle] = [named('signature'), named('handle')];
      if (own === undefined || handle === undefined || !this.#returns(own, signature)) return [];
      const body = functionOf(this.#session, handle);
      const type = isClass(this.#session, container)
        ? this.#session.cache.typeAt(container.name ?? container)
        : undefined;
      const self = type === undefined ? null : this.#session.instanceOf(type);
      if (body !== null) return [{ node: body, self }];
      const value = initializerOf(this.#session, handle);
      return value === undefined ? [] : this.#functions(value);
    });
    return [...defined, ...written];
  }

  #functions(node: ast.Node): Spot[] {
    return [...this.#targets.of(node, null).spots];
  }

  /** Whether a function returns a text. */
  #returns(member: ast.Node, text: string): boolean {
    const body = functionOf(this.#session, member);
    let found = false;
    const visit = (node: ast.Node): void => {
      const { ast: syntax } = this.#session;
      if (syntax.isReturnStatement(node) && node.expression !== undefined) found ||= this.#says(node.expression, text);
      node.forEachChild(visit);
    };
    if (body === null) return false;
    if (this.#session.ast.isArrowFunction(body) && !this.#session.ast.isBlock(body.body))
      return this.#says(body.body, text);
    visit(body);
    return found;
  }

  /** Whether an expression may be a text: by its literal type, or as a template with this beginning and end. */
  #says(given: ast.Node, text: string): boolean {
    const { ast: syntax, cache } = this.#session;
    const node = bare(this.#session, given);
    if (syntax.isConditionalExpression(node))
      return this.#says(node.whenTrue, text) || this.#says(node.whenFalse, text);
    if (syntax.isTemplateExpression(node)) {
      return fitsTemplate([node.head.text, ...node.templateSpans.map(({ literal }) => literal.text)], text);
    }
    return this.#session.literalsOf(cache.typeAt(node)).map(String).includes(text);
  }

  /** The function of `bind(name, find)`: of the scope of the route, or else of every scope that binds the name. */
  #ofBinding(name: string, { source }: HandlerQuery): Spot[] {
    const call = source && callAt(this.#session, source);
    const near = call === null || call === undefined ? null : this.#boundBy(name, call);
    const finds = near === null ? this.#index.callsOf('bind').filter((each) => this.#binds(each, name)) : [near];
    return finds.flatMap(({ arguments: given }) => (given[1] === undefined ? [] : this.#functions(given[1])));
  }

  #binds(call: ast.CallExpression, name: string): boolean {
    const [bound, find] = call.arguments;
    return (
      find !== undefined &&
      bound !== undefined &&
      calledName(this.#session, call)?.getText() === 'bind' &&
      this.#says(bound, name)
    );
  }

  /** Goes from a route to its scope, and to the scopes around it. */
  #boundBy(name: string, from: ast.Node, depth = 20): ast.CallExpression | null {
    const { ast: syntax } = this.#session;
    const node = bare(this.#session, from);
    if (depth === 0) return null;
    if (syntax.isCallExpression(node)) {
      if (this.#binds(node, name)) return node;
      const scope = receiverOf(this.#session, node);
      return scope === null ? null : this.#boundBy(name, scope, depth - 1);
    }
    const declared = this.#session.symbolAt(node)?.valueDeclaration?.resolve();
    if (declared === undefined) return null;
    const value = initializerOf(this.#session, declared);
    if (value !== undefined) return this.#boundBy(name, value, depth - 1);
    // `scope.group((route) => ...)`: the parameter is the scope.
    const group = isParameter(this.#session, declared) ? declared.parent.parent : undefined;
    const scope = group !== undefined && syntax.isCallExpression(group) ? receiverOf(this.#session, group) : null;
    return scope === null ? null : this.#boundBy(name, scope, depth - 1);
  }
}

/** Whether a text has these parts in their order, the first at its beginning and the last at its end. */
const fitsTemplate = ([first = '', ...rest]: readonly string[], text: string): boolean => {
  const last = rest.pop() ?? '';
  if (!text.startsWith(first) || !text.endsWith(last)) return false;
  let at = first.length;
  for (const part of rest) {
    const found = text.indexOf(part, at);
    if (found === -1) return false;
    at = found + part.length;
  }
  return at + last.length <= text.length;
};

const noMiddleware = (signature: string, { source }: HandlerQuery): Gap => ({
  code: 'E_OPENAPI_MIDDLEWARE',
  message: `The middleware "${signature}" does not describe itself, and its code is not found, so that the document lacks what it reads and answers`,
  fix: "Give it describe(): describe: () => ({ responses: [{ status: 409, description: 'It runs already' }] }), or describe: () => null if it adds nothing",
  place: source,
});

const noBinding = (name: string, { source }: HandlerQuery): Gap => ({
  code: 'E_OPENAPI_CALL',
  message: `The function that bind() has for "${name}" is not found, so that the document lacks what it throws and reads`,
  fix: `Bind it by a direct call: route.bind('${name}', find)`,
  place: source,
});
