import { ArgumentValues } from './argument-values.ts';
import { type ByCallers, CallTargets, type Spot, type Targets } from './call-targets.ts';
import { CaughtErrors } from './caught-errors.ts';
import type { api, ast } from './compiler-modules.ts';
import { ProgramIndex } from './program-index.ts';
import type { Session } from './session.ts';
import { bothSwallow, ErrorPaths, nothingSwallowed, type Swallowed, swallowedKey } from './swallowed.ts';
import { bare, type CallLike, calledName, functionOf, isClass, nameText, returnedIn } from './syntax.ts';
import { isWebCall } from './web-calls.ts';
import { type WrittenCode, writtenCode } from './written-code.ts';

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

/** A value that is thrown. */
export interface ThrownValue {
  readonly node: ast.Expression;
  readonly type: api.Type;
}

/** A call that is not followed, and why. */
export interface OpenCall {
  readonly node: ast.Node;
  readonly symbol: api.Symbol | undefined;
  /** `code`: the code behind it is not found. `context`: a package gets the context of the request. */
  readonly kind: 'code' | 'context';
}

/** A function of a package that is given to another function. */
export interface GivenFunction {
  readonly node: ast.Node;
  readonly symbol: api.Symbol;
}

/** The parts of code that matter to a document. */
interface Steps {
  readonly calls: readonly FoundCall[];
  readonly thrown: readonly ThrownValue[];
  /** Errors that are made; most are thrown by other code, such as `Promise.reject()` and functions of packages. */
  readonly made: readonly ast.NewExpression[];
  /** Functions of packages that are given to other functions: `.then(orNotFound)`. */
  readonly given: readonly GivenFunction[];
  /** Calls of values without a type: code that does not compile, or that uses `any`. */
  readonly unknown: readonly ast.CallExpression[];
  readonly open: readonly OpenCall[];
  /** Calls that make a response of the web, or set a header of one. */
  readonly web: readonly CallLike[];
  readonly next: readonly Step[];
  /** The errors of each node that the code around it swallows. */
  readonly caught: ReadonlyMap<ast.Node, Swallowed>;
}

/** Code that runs next, and the call that runs it; null if it is only given to other code. */
interface Step {
  readonly site: CallLike | null;
  readonly node: ast.Node;
  readonly symbol: api.Symbol | undefined;
  readonly targets: Targets;
  /** The errors of the call that the code around it swallows. */
  readonly swallowed: Swallowed;
}

/** Code that runs, and what the code around it swallows of its errors. */
interface Guarded extends Spot {
  readonly swallowed: Swallowed;
}

/** All that the code of a handler does, with that of the functions that it calls. */
export interface Reached extends Omit<Steps, 'next' | 'caught'> {
  readonly values: ArgumentValues;
  /** The values that the functions of a call return. */
  /** Whether an error of this type, which comes from a node, gets out of the handler. */
  readonly escapes: (node: ast.Node, type?: api.Type) => boolean;
  readonly returned: (call: ast.CallExpression) => readonly ast.Expression[];
}

/** A function around a handler, and the call of it that registers the route; null if that is not clear. */
export interface Around {
  readonly node: ast.Node;
  readonly call: CallLike | null;
}

/** The methods that validate. A document needs these calls. */
export const validates = new Set(['validated', 'validate', 'validateRequest']);

/** Follows handlers through the functions of the application. Each function is read once for each type of `this`. */
export class ReachedCalls {
  readonly index: ProgramIndex;
  readonly targets: CallTargets;
  readonly #caught: CaughtErrors;
  readonly #session: Session;
  readonly #written = new Map<ast.Node, WrittenCode>();
  readonly #read = new Map<ast.Node, Map<number, Steps>>();

  constructor(session: Session) {
    this.#session = session;
    this.index = new ProgramIndex(session);
    this.targets = new CallTargets(session, this.index);
    this.#caught = new CaughtErrors(session, this.targets);
  }

  /** All that some code does, and the code that it calls. */
  of(roots: readonly Spot[], around: readonly Around[] = []): Reached {
    const paths = new ErrorPaths<Steps>(this.#session);
    const sites = new Map(
      around.flatMap(({ node, call }) => (call === null ? [] : [[node, [call]] as [ast.Node, CallLike[]]])),
    );
    const outer = new Set(around.map(({ node }) => node));
    const values = new ArgumentValues(this.#session, sites);
    const late: (readonly [ByCallers, Step, Swallowed])[] = [];
    const open: OpenCall[] = [];
    const settled = new Set<string>();
    let level: readonly Guarded[] = roots.map((root) => ({ ...root, swallowed: nothingSwallowed }));
    const take = (step: Step, { spots, byCallers }: Targets, outer: Swallowed): Guarded[] => {
      const swallowed = bothSwallow(outer, step.swallowed);
      for (const { node } of spots) addSite(this.#session, sites, node, step.site);
      for (const each of byCallers) late.push([each, step, outer]);
      return spots.map((spot) => ({ ...spot, swallowed }));
    };
    for (;;) {
      const fresh = level.flatMap(({ swallowed, ...spot }) => {
        const steps = this.#stepsOf(spot);
        return paths.add(steps, swallowed) ? [{ steps, swallowed }] : [];
      });
      level = fresh.flatMap(({ steps, swallowed }) =>
        steps.next.flatMap((step) => take(step, step.targets, swallowed)),
      );
      if (level.length > 0) continue;
      // All callers of what was read so far are known. What they give may lead to further code, with further callers.
      for (const [{ holder, name, self }, step, swallowed] of late)
        for (const value of values.of(holder)) {
          const place = `${value.getSourceFile().fileName} ${value.pos} ${name ?? ''} ${self?.id ?? 0} ${step.node.pos}`;
          const key = `${place} ${swallowedKey(this.#session, swallowed)}`;
          if (settled.has(key)) continue;
          settled.add(key);
          const targets = this.#ofValue(value, { holder, name, self }, outer);
          if (targets.open) open.push({ node: step.node, symbol: step.symbol, kind: 'code' });
          level = [...level, ...take(step, targets, swallowed)];
        }
      if (level.length === 0) break;
    }
    const found = paths.code();
    return {
      escapes: (node, type) => paths.lets(node, type),
      values,
      returned: (call) =>
        this.targets.of(call.expression, null).spots.flatMap(({ node }) => returnedIn(this.#session, node)),
      calls: byNode(found.flatMap(({ calls }) => calls)),
      thrown: byNode(found.flatMap(({ thrown }) => thrown)),
      made: [...new Set(found.flatMap(({ made }) => made))],
      given: byNode(found.flatMap(({ given }) => given)),
      unknown: [...new Set(found.flatMap(({ unknown }) => unknown))],
      open: byNode([...found.flatMap((steps) => steps.open), ...open]),
      web: [...new Set(found.flatMap(({ web }) => web))],
    };
  }

  /** The code of a value that callers give. A parameter without a value is followed by the code that calls the function. */
  #ofValue(value: ast.Node, { holder, name, self }: ByCallers, outer: ReadonlySet<ast.Node>): Targets {
    if (name !== null) return this.targets.ofMember(value, name, value === holder ? self : null);
    if (value !== holder) return this.targets.of(value, null);
    const declared = this.#session.symbolAt(value)?.valueDeclaration?.resolve();
    return { spots: [], packaged: [], open: declared !== undefined && outer.has(declared.parent), byCallers: [] };
  }

  /** The files with the code that was read so far. */
  files(): ReadonlySet<string> {
    return new Set([...this.#read.keys()].map((node) => node.getSourceFile().fileName));
  }

  /** Requests the calls and throws of much code in one message. */
  ask(roots: readonly ast.Node[]): void {
    const { cache } = this.#session;
    const found = [...new Set(roots)].map((root) => this.#writtenOf(root));
    const calls = found.flatMap((each) => each.calls);
    const made = found.flatMap((each) => each.made);
    cache.typesAt([...calls, ...made, ...found.flatMap(({ thrown }) => thrown)]);
    cache.symbolsAt([
      ...calls.flatMap((call) => calledName(this.#session, call) ?? []),
      ...made.map(({ expression }) => bare(this.#session, expression)),
      ...found.flatMap(({ given }) => given.map((each) => this.#named(each))),
    ]);
  }

  #named(node: ast.Expression): ast.Node {
    return this.#session.ast.isPropertyAccessExpression(node) ? node.name : node;
  }

  #writtenOf(root: ast.Node): WrittenCode {
    const known = this.#written.get(root) ?? writtenCode(this.#session, root, this.index.getters);
    this.#written.set(root, known);
    return known;
  }

  #stepsOf({ node, self }: Spot): Steps {
    const bySelf = this.#read.get(node) ?? new Map<number, Steps>();
    this.#read.set(node, bySelf);
    const known = bySelf.get(self?.id ?? 0) ?? this.#stepsIn(node, self);
    bySelf.set(self?.id ?? 0, known);
    return known;
  }

  #stepsIn(root: ast.Node, self: api.Type | null): Steps {
    const { cache } = this.#session;
    this.ask([root]);
    const { calls, thrown, made, given, read } = this.#writtenOf(root);
    const found: FoundCall[] = [];
    const open: OpenCall[] = [];
    const packaged: GivenFunction[] = [];
    // Asked for code with a `catch` alone.
    const around = /\bcatch\b|\bthen\b/.test(root.getText())
      ? (node: ast.Node, spots?: readonly Spot[]) => this.#caught.around(node, root, spots)
      : () => nothingSwallowed;
    const caught = new Map<ast.Node, Swallowed>();
    const next: Step[] = [];
    for (const node of calls) {
      const symbol = this.targets.symbolOf(node.expression, self);
      const type = cache.typeAt(node);
      const call = symbol === undefined || type === undefined ? null : this.#packaged(node, symbol, type);
      if (call !== null) found.push(call);
      const targets = this.targets.of(node.expression, self);
      const swallowed = around(node, targets.spots);
      caught.set(node, swallowed);
      next.push({ site: node, node, symbol, targets, swallowed });
      if (targets.open && type !== undefined) open.push({ node, symbol, kind: 'code' });
      if (targets.packaged.some((each) => this.#isForeign(each)) && this.#givesContext(node))
        open.push({ node, symbol, kind: 'context' });
      next.push(...[...this.#called(node, self), ...this.#formOf(node)].map((step) => ({ ...step, swallowed })));
    }
    for (const node of made) {
      const targets = this.targets.ofMade(node);
      const swallowed = around(node);
      caught.set(node, swallowed);
      next.push({ site: node, node, symbol: undefined, targets, swallowed });
      if (targets.packaged.some((each) => this.#isForeign(each)) && this.#givesContext(node))
        open.push({ node, symbol: targets.packaged[0], kind: 'context' });
    }
    for (const node of given) {
      const targets = this.targets.of(node, self);
      if ((targets.byCallers.length > 0 || targets.open) && !this.#isFunction(node)) continue;
      packaged.push(...targets.packaged.map((symbol) => ({ node, symbol })));
      // Where the function runs is known for `then()` alone.
      const swallowed = this.#caught.isReaction(node) ? around(node) : nothingSwallowed;
      caught.set(node, swallowed);
      next.push({ site: null, node, symbol: undefined, targets, swallowed });
      if (targets.open) open.push({ node, symbol: this.targets.symbolOf(node, self), kind: 'code' });
    }
    for (const node of read) {
      const symbol = this.#session.ast.isBindingElement(node)
        ? this.#boundMember(node)
        : this.targets.symbolOf(node, self);
      if (symbol !== undefined && (symbol.flags & this.#session.api.SymbolFlags.GetAccessor) !== 0)
        next.push({
          site: null,
          node,
          symbol,
          targets: this.targets.ofSymbol(symbol, node, self),
          swallowed: around(node),
        });
    }
    const values = [
      ...thrown,
      ...calls.filter((node) => madeByTable.test(calledName(this.#session, node)?.getText() ?? '')),
    ];
    const thrownTypes = cache.typesAt(values);
    for (const node of thrown) caught.set(node, around(node));
    return {
      calls: found,
      thrown: values.flatMap((node, i) => {
        const type = thrownTypes[i];
        return type === undefined ? [] : [{ node, type }];
      }),
      made,
      given: packaged,
      unknown: calls.filter((node) => this.#isUnknown(node)),
      open,
      web: [...calls, ...made].filter((node) => isWebCall(this.#session, node)),
      next,
      caught,
    };
  }

  /** A call of a function of a package. */
  #packaged(node: ast.CallExpression, symbol: api.Symbol, type: api.Type): FoundCall | null {
    const declared = symbol.valueDeclaration ?? symbol.declarations[0];
    const file = declared?.path ?? '';
    return file === '' || this.#session.owners.of(file).kind !== 'package'
      ? null
      : { node, name: symbol.name, file, symbol, type };
  }

  /** `fn.call(this, ctx)` and `fn.apply(...)` run `fn`. */
  #called(node: ast.CallExpression, self: api.Type | null): Omit<Step, 'swallowed'>[] {
    const called = bare(this.#session, node.expression);
    if (!this.#session.ast.isPropertyAccessExpression(called) || !/^(?:call|apply)$/.test(called.name.text)) return [];
    const symbol = this.targets.symbolOf(called.expression, self);
    return [{ site: null, node, symbol, targets: this.targets.of(called.expression, self) }];
  }

  /** The member that `const { total } = order` reads. */
  #boundMember(element: ast.BindingElement): api.Symbol | undefined {
    const { ast: syntax, cache } = this.#session;
    const holder = element.parent.parent;
    const value = syntax.isVariableDeclaration(holder) ? holder.initializer : undefined;
    const type = value && cache.typeAt(value);
    const name = nameText(this.#session, element.propertyName ?? element.name);
    return type === undefined || name === null ? undefined : cache.property(this.#session.awaited(type), name);
  }

  /** The methods of a form request run when it is validated. */
  #formOf(node: ast.CallExpression): Omit<Step, 'swallowed'>[] {
    const { cache } = this.#session;
    const [given] = node.arguments;
    if (given === undefined || !validates.has(calledName(this.#session, node)?.getText() ?? '')) return [];
    const type = this.#session.ast.isObjectLiteralExpression(given) ? undefined : cache.typeAt(given);
    const form = type && this.#session.instanceOf(type);
    if (form === undefined || cache.property(form, 'prepareForValidation') === undefined) return [];
    return methodsOfForm.flatMap((name) => {
      const symbol = cache.property(form, name);
      const handle = symbol?.declarations.find(({ path }) => this.#session.owners.of(path).kind === 'application');
      const body = handle?.resolve();
      if (symbol === undefined || body === undefined || functionOf(this.#session, body) !== body) return [];
      const targets: Targets = { spots: [{ node: body, self: form }], packaged: [], open: false, byCallers: [] };
      return [{ site: null, node, symbol, targets }];
    });
  }

  #isUnknown(node: ast.CallExpression): boolean {
    const { ast: syntax, cache, api: ts } = this.#session;
    const { expression } = node;
    const type = cache.typeAt(node);
    if (type === undefined || (type.flags & ts.TypeFlags.Any) === 0 || !syntax.isPropertyAccessExpression(expression))
      return false;
    const { name } = expression;
    if (cache.symbolAt(name) !== undefined) return false;
    return validates.has(name.text) || cache.typeAt(expression)?.isErrorType() === true;
  }

  #isFunction(node: ast.Node): boolean {
    const { cache, api: ts } = this.#session;
    const type = cache.typeAt(node);
    return type !== undefined && cache.signaturesOf(type, ts.SignatureKind.Call).length > 0;
  }

  /** Whether a function comes from a package outside of the framework. */
  #isForeign(symbol: api.Symbol): boolean {
    const owner = this.#session.owners.of(this.#session.fileOf(symbol));
    return owner.kind === 'package' && !owner.name.startsWith('@taproot/');
  }

  /** Whether a call gets the context, the request or the builder of responses. */
  #givesContext({ arguments: given }: CallLike): boolean {
    const { cache, owners } = this.#session;
    const types = cache.typesAt([...(given ?? [])]);
    return types.some((type) => {
      const symbol = type?.isObjectType() === true ? type.getSymbol() : undefined;
      return symbol !== undefined && ofContext.has(symbol.name) && owners.isOurs(this.#session.fileOf(symbol), 'core');
    });
  }
}

const methodsOfForm = ['authorize', 'rules', 'filters', 'prepareForValidation'];

const ofContext = new Set(['Context', 'Request', 'ResponseBuilder']);

/** Code that two functions contain is read twice. */
const byNode = <Found extends { readonly node: ast.Node }>(found: readonly Found[]): Found[] => [
  ...new Map(found.map((each) => [each.node, each])).values(),
];

/** Errors of a table: `errors.E_STOCK_EMPTY()`. */
const madeByTable = /^E_[A-Z0-9_]+$/;

/** Notes a call of a function; of a class, the call of its constructor. */
const addSite = (session: Session, sites: Map<ast.Node, CallLike[]>, node: ast.Node, site: CallLike | null): void => {
  if (site === null) return;
  const body = isClass(session, node)
    ? node.members.find((member) => session.ast.isConstructorDeclaration(member))
    : node;
  if (body === undefined) return;
  const known = sites.get(body) ?? [];
  if (!known.includes(site)) sites.set(body, [...known, site]);
};
