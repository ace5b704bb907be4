import type { AuthorFrame } from '@taproot/core/internal';
import type { CallTargets, Spot } from './call-targets.ts';
import type { api, ast } from './compiler-modules.ts';
import type { ProgramIndex } from './program-index.ts';
import type { Around } from './reached-calls.ts';
import { type Candidate, RegisteredValues } from './registered-values.ts';
import type { Session } from './session.ts';
import { bare, functionAround, functionOf, isClass, nameText } from './syntax.ts';
import type { HandlerQuery } from './type-reader.ts';

/** A handler in the code: its type, and where its code begins. */
export interface FoundHandler {
  /** Undefined for code that answers nothing by what it returns, such as middleware. */
  readonly type: api.Type | undefined;
  /** Empty if no code was found. */
  readonly roots: readonly Spot[];
  /** Functions around the handler: `crud('/books', findBooks)` registers a handler that calls `findBooks`. */
  readonly around: readonly Around[];
  readonly symbol: api.Symbol | undefined;
  readonly place: AuthorFrame;
  /** Whether one call registers several handlers, and the code does not say which one this is. */
  readonly isUnclear: boolean;
}

/** The call whose method is at a place. */
export const callAt = (
  { program, ast: syntax }: Session,
  { file, line, column }: AuthorFrame,
): ast.CallExpression | null => {
  const source = program.getSourceFile(file);
  if (source === undefined || line > source.getLineStarts().length) return null;
  const position = source.getPositionOfLineAndCharacter(line - 1, column - 1);
  let node: ast.Node | undefined = syntax.getTokenAtPosition(source, position);
  while (node !== undefined && !syntax.isSourceFile(node)) {
    if (syntax.isCallExpression(node) && node.expression.getEnd() >= position) return node;
    node = node.parent;
  }
  return null;
};

/** Requests the arguments of all calls that register routes, in one message. */
export const askArguments = (session: Session, queries: readonly HandlerQuery[]): void => {
  const nodes = queries.flatMap(({ source }) => [...((source && callAt(session, source))?.arguments ?? [])]);
  session.cache.typesAt(nodes);
  session.cache.symbolsAt(nodes);
};

/** Finds handlers by the places where their routes are registered. */
export class HandlerFinder {
  readonly #session: Session;
  readonly #index: ProgramIndex;
  readonly #targets: CallTargets;
  readonly #values: RegisteredValues;

  constructor(session: Session, index: ProgramIndex, targets: CallTargets) {
    this.#session = session;
    this.#index = index;
    this.#targets = targets;
    this.#values = new RegisteredValues(session, index);
  }

  /** The handler of a route; null when there is none. */
  find(query: HandlerQuery): FoundHandler | null {
    const call = query.source && callAt(this.#session, query.source);
    if (call === null || call === undefined) return null;
    const { controller } = query;
    if (controller !== null) {
      const found = call.arguments.flatMap((given) => this.#methodIn(given, controller.method) ?? [])[0] ?? null;
      return found !== null && found.roots.length > 0
        ? found
        : (this.#byName(controller.name, controller.method) ?? found);
    }
    const given = call.arguments.findLast((argument) => this.#callable(argument));
    return given === undefined ? null : this.#functionIn(given, query);
  }

  /** The code that runs before a socket opens: `join` and `member` of its declaration. Null when that is not found. */
  socket(place: AuthorFrame): FoundHandler | null {
    const { ast: syntax, cache } = this.#session;
    const call = callAt(this.#session, place);
    const [options] = call?.arguments ?? [];
    if (call === null || options === undefined) return null;
    const holder = call.parent;
    return {
      type: cache.typeAt(call),
      roots: ['join', 'member'].flatMap((name) => {
        const [member] = this.#values.membersOf(options, name);
        return member === undefined ? [] : this.#targets.of(member, null).spots;
      }),
      around: [],
      symbol: syntax.isVariableDeclaration(holder) ? this.#session.symbolAt(holder.name) : undefined,
      place: this.#session.placeOf(call),
      isUnclear: false,
    };
  }

  #callable(node: ast.Node): boolean {
    const { cache, api: ts } = this.#session;
    const type = cache.typeAt(node);
    return (
      type !== undefined &&
      this.#session.membersOf(type).some((member) => cache.signaturesOf(member, ts.SignatureKind.Call).length > 0)
    );
  }

  /** A method of a controller: given as a class, as an object, or as the first entry of `[Controller, 'method']`. */
  #methodIn(given: ast.Node, method: string): FoundHandler | null {
    const { ast: syntax, cache } = this.#session;
    const holder = syntax.isArrayLiteralExpression(given) ? given.elements[0] : given;
    const type = holder && cache.typeAt(holder);
    if (type === undefined) return null;
    const tupled = cache.isTuple(type) && type.isTypeReference() ? cache.argumentsOf(type)[0] : type;
    return tupled === undefined ? null : this.#member(this.#session.instanceOf(tupled), method);
  }

  #member(self: api.Type, method: string): FoundHandler | null {
    const symbol = this.#session.cache.property(self, method);
    const member = symbol && this.#session.cache.typeOf(symbol);
    const declared = symbol?.valueDeclaration?.resolve();
    if (member === undefined || symbol === undefined || declared === undefined) return null;
    const body = functionOf(this.#session, declared);
    // A method may also be made: `index = list('posts')`.
    const made = body === null ? this.#targets.ofSymbol(symbol, declared, self).spots : [];
    const roots = body === null ? made : [{ node: body, self }];
    return { type: member, symbol, roots, around: [], place: this.#session.placeOf(declared), isUnclear: false };
  }

  /** A controller that a loop or a function registers, by the name of its class. */
  #byName(name: string, method: string): FoundHandler | null {
    const [only, ...others] = this.#index.classesNamed(name);
    if (only === undefined || others.length > 0) return null;
    const type = this.#session.cache.typeAt(only.name ?? only);
    return type === undefined ? null : this.#member(this.#session.instanceOf(type), method);
  }

  #functionIn(argument: ast.Node, query: HandlerQuery): FoundHandler | null {
    const candidates = this.#values.of(argument);
    const chosen = choose(this.#session, candidates, query);
    const given = chosen?.node ?? argument;
    const type = this.#session.cache.typeAt(given);
    if (type === undefined) return null;
    const named = bare(this.#session, given);
    const symbol = this.#session.symbolAt(this.#session.ast.isPropertyAccessExpression(named) ? named.name : named);
    const body = functionOf(this.#session, named);
    const { spots, open } =
      body === null ? this.#targets.of(given, null) : { spots: [{ node: body, self: null }], open: false };
    const roots = chosen === null || open ? [] : spots;
    const at = roots.find(({ node }) => functionOf(this.#session, node) === node)?.node ?? given;
    const isUnclear = chosen === null && candidates.length > 1;
    return {
      type: this.#answering(named, type),
      symbol,
      roots,
      around: this.#around(roots[0]?.node ?? argument, query),
      place: this.#session.placeOf(roots[0] === undefined ? given : at),
      isUnclear,
    };
  }

  /** The functions around a handler that register it, with the call of each that has the path of the route. */
  #around(root: ast.Node, query: HandlerQuery): Around[] {
    const found: Around[] = [];
    for (let at = functionAround(this.#session, root); at !== null; at = functionAround(this.#session, at)) {
      const calls = this.#values.callsOf(at);
      const chosen = choose(
        this.#session,
        calls.map((call) => ({ node: call, entry: call })),
        query,
      )?.node;
      if (calls.length > 0) found.push({ node: at, call: calls.find((call) => call === chosen) ?? null });
    }
    return found;
  }

  /**
   * The type whose results are the responses. The type of a wrapper may be that of any handler, `Handler`; then it is the function that it
   * wraps.
   */
  #answering(given: ast.Node, type: api.Type): api.Type {
    const { ast: syntax, cache } = this.#session;
    if (!this.#isAnyHandler(type)) return type;
    const node = syntax.isIdentifier(given) ? this.#initializer(given) : given;
    // `const show: Handler = (ctx) => post`: the function says more than its declared type.
    if (node !== undefined && functionOf(this.#session, node) === node) return cache.typeAt(node) ?? type;
    if (node === undefined || !syntax.isCallExpression(node)) return type;
    const wrapped = node.arguments.findLast((argument) => this.#callable(argument));
    const inner = wrapped && cache.typeAt(wrapped);
    return wrapped === undefined || inner === undefined ? type : this.#answering(bare(this.#session, wrapped), inner);
  }

  #initializer(node: ast.Node): ast.Node | undefined {
    const declared = this.#session.symbolAt(node)?.valueDeclaration?.resolve();
    const value =
      declared !== undefined && this.#session.ast.isVariableDeclaration(declared) ? declared.initializer : undefined;
    return value && bare(this.#session, value);
  }

  /** Whether a type says nothing of its results: they may be nothing, data or a response. */
  #isAnyHandler(type: api.Type): boolean {
    const { api: ts } = this.#session;
    const returned = this.#session.returnOf(type);
    const members = returned === undefined ? [] : this.#session.membersOf(returned);
    const isVoid = members.some(({ flags }) => (flags & ts.TypeFlags.Void) !== 0);
    return isVoid && members.some((member) => this.#session.isOurs(member, 'Response'));
  }
}

/** The value of this route: the only one, the one of its name, or the one beside its path. Null if that is not clear. */
const choose = (
  session: Session,
  candidates: readonly Candidate[],
  { handler, path }: HandlerQuery,
): Candidate | null => {
  const all = [...new Map(candidates.map((each) => [each.node, each])).values()];
  const [only] = all;
  if (only === undefined || all.length === 1) return only ?? null;
  const [byName, ...others] = all.filter(({ node, entry }) => namesOf(session, node, entry).includes(handler));
  if (byName !== undefined && others.length === 0) return byName;
  // The longest text wins: `/posts/{id}` is not the route of `/posts`.
  const lengths = all.map(({ entry }) =>
    Math.max(
      0,
      ...textsIn(session, entry)
        .filter((text) => path.includes(text))
        .map(({ length }) => length),
    ),
  );
  const most = Math.max(...lengths);
  const [byPath, ...more] = all.filter((_, i) => lengths[i] === most);
  return most > 0 && byPath !== undefined && more.length === 0 ? byPath : null;
};

/** The names that a function of an entry may have at run time. */
const namesOf = (session: Session, node: ast.Node, entry: ast.Node): string[] => {
  const { ast: syntax } = session;
  const at = bare(session, node);
  const own = syntax.isPropertyAccessExpression(at)
    ? at.name
    : syntax.isIdentifier(at)
      ? at
      : (at as { readonly name?: ast.Node }).name;
  const member = syntax.isPropertyAssignment(entry) ? entry.name : undefined;
  return [own, member].flatMap((name) => nameText(session, name) ?? []);
};

/** The strings of an entry, without those of functions in it. */
const textsIn = (session: Session, entry: ast.Node): string[] => {
  const texts: string[] = [];
  const visit = (node: ast.Node): void => {
    if (session.ast.isStringLiteral(node)) texts.push(node.text);
    if (functionOf(session, node) !== node && !isClass(session, node)) node.forEachChild(visit);
  };
  visit(entry);
  return texts;
};
