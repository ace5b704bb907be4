import type { api, ast } from './compiler-modules.ts';
import { Implementations } from './implementations.ts';
import type { ProgramIndex } from './program-index.ts';
import type { Session } from './session.ts';
import {
  bare,
  baseOf,
  functionOf,
  initializerOf,
  isClass,
  isParameter,
  isSignature,
  isSuper,
  isThis,
  nameText,
} from './syntax.ts';

/** Code that runs: a function, what a class runs when an object is made, or an expression. */
export interface Spot {
  readonly node: ast.Node;
  /** The type of `this`, by which members of subclasses are found; null outside of classes. */
  readonly self: api.Type | null;
}

/** The code that a name or an expression may call. */
export interface Targets {
  readonly spots: readonly Spot[];
  /** Functions of packages. */
  readonly packaged: readonly api.Symbol[];
  /** Whether there is code of the application that could not be found. */
  readonly open: boolean;
  /** Members of a parameter: what they are depends on what callers give. */
  readonly byCallers: readonly ByCallers[];
}

/** A member of something that callers give: `store.save` in `const keep = (store: Store) => store.save()`. */
export interface ByCallers {
  readonly holder: ast.Node;
  /** Null if the parameter itself is called. */
  readonly name: string | null;
  readonly self: api.Type | null;
}

const none: Targets = { spots: [], packaged: [], open: false, byCallers: [] };
const unfollowed: Targets = { ...none, open: true };

const joined = (all: readonly Targets[]): Targets => ({
  spots: all.flatMap(({ spots }) => spots),
  packaged: all.flatMap(({ packaged }) => packaged),
  open: all.some(({ open }) => open),
  byCallers: all.flatMap(({ byCallers }) => byCallers),
});

/** Where a symbol is used. */
interface Use {
  readonly symbol: api.Symbol;
  readonly node: ast.Node;
  readonly self: api.Type | null;
  readonly left: number;
}

/** How often a value may stand for another one: `const check = isNew ? first : second`. */
const depth = 6;

/** Finds the code that a call runs, by the types of what is called. */
export class CallTargets {
  readonly #session: Session;
  readonly #index: ProgramIndex;
  readonly #implementations: Implementations;

  constructor(session: Session, index: ProgramIndex) {
    this.#session = session;
    this.#index = index;
    this.#implementations = new Implementations(session, index);
  }

  /** The symbol that an expression names. With the type of `this`, a member is that of the subclass. */
  symbolOf(node: ast.Node, self: api.Type | null): api.Symbol | undefined {
    const { ast: syntax, cache } = this.#session;
    const named = bare(this.#session, node);
    if (!syntax.isPropertyAccessExpression(named))
      return syntax.isIdentifier(named) || isSuper(this.#session, named) ? this.#session.symbolAt(named) : undefined;
    const holder = self === null ? undefined : this.#typeByThis(named.expression, self);
    return (holder && cache.property(holder, named.name.text)) ?? this.#session.symbolAt(named.name);
  }

  /** The type of an expression that begins at `this`, by the type of `this`; undefined for any other. */
  #typeByThis(node: ast.Node, self: api.Type): api.Type | undefined {
    const at = bare(this.#session, node);
    if (isThis(this.#session, at)) return self;
    if (!this.#session.ast.isPropertyAccessExpression(at)) return undefined;
    const holder = this.#typeByThis(at.expression, self);
    return holder && this.#session.memberOf(holder, at.name.text);
  }

  /** The type of the expression in front of a dot. */
  #typeOf(node: ast.Node, self: api.Type | null): api.Type | undefined {
    return (self === null ? undefined : this.#typeByThis(node, self)) ?? this.#session.cache.typeAt(node);
  }

  /** The code that an expression runs when it is called. */
  of(given: ast.Node, self: api.Type | null, left = depth): Targets {
    const { ast: syntax } = this.#session;
    const node = bare(this.#session, given);
    if (left === 0) return unfollowed;
    if (functionOf(this.#session, node) === node) return { ...none, spots: [{ node, self }] };
    if (syntax.isConditionalExpression(node))
      return joined([this.of(node.whenTrue, self, left - 1), this.of(node.whenFalse, self, left - 1)]);
    if (syntax.isBinaryExpression(node))
      return joined([this.of(node.left, self, left - 1), this.of(node.right, self, left - 1)]);
    // Making an object runs the constructors of its base classes anyway.
    if (isSuper(this.#session, node)) return none;
    if (syntax.isIdentifier(node) || syntax.isPropertyAccessExpression(node)) {
      const symbol = this.symbolOf(node, self);
      return symbol === undefined ? this.#byType(node) : this.ofSymbol(symbol, node, self, left);
    }
    if (syntax.isElementAccessExpression(node)) return this.#entry(node, left);
    if (!syntax.isCallExpression(node)) return none;
    // `fn.bind(this)` is `fn`; any other call is code that makes the function.
    const called = bare(this.#session, node.expression);
    if (syntax.isPropertyAccessExpression(called) && called.name.text === 'bind')
      return this.of(called.expression, self, left - 1);
    const makers = this.of(node.expression, self, left - 1).spots.filter(
      (spot) => functionOf(this.#session, spot.node) === spot.node,
    );
    const made = joined(makers.map((maker) => this.#returned(maker, left)));
    const byType = this.#byType(node);
    const isOpen = makers.length > 0 ? made.open : byType.open && !this.#takesFunctions(node);
    return { ...made, spots: [{ node, self }, ...made.spots, ...byType.spots], open: isOpen && byType.open };
  }

  /** The functions that a function returns. */
  #returned({ node: maker, self }: Spot, left: number): Targets {
    const { ast: syntax } = this.#session;
    if (syntax.isArrowFunction(maker) && !syntax.isBlock(maker.body)) return this.of(maker.body, self, left - 1);
    const returned: ast.Expression[] = [];
    const visit = (node: ast.Node): void => {
      if (syntax.isReturnStatement(node) && node.expression !== undefined) returned.push(node.expression);
      if (functionOf(this.#session, node) !== node) node.forEachChild(visit);
    };
    maker.forEachChild(visit);
    return joined(returned.map((each) => this.of(each, self, left - 1)));
  }

  /** The code that a symbol stands for, used at `node`. */
  ofSymbol(symbol: api.Symbol, node: ast.Node, self: api.Type | null, left = depth): Targets {
    const { owners } = this.#session;
    const handles = symbol.declarations.filter(({ path }) => owners.of(path).kind === 'application');
    if (handles.length === 0) {
      const [first] = symbol.declarations;
      return first === undefined || owners.of(first.path).kind === 'language' ? none : { ...none, packaged: [symbol] };
    }
    const declared = handles.flatMap((handle) => handle.resolve() ?? []);
    const bodies = declared.flatMap((each) => functionOf(this.#session, each) ?? []);
    const spots = bodies.map((body): Spot => ({ node: body, self: this.#selfOf(body, node, self) }));
    const rest = declared.filter((each) => functionOf(this.#session, each) === null);
    return joined([{ ...none, spots }, ...rest.map((each) => this.#declared(each, { symbol, node, self, left }))]);
  }

  /** The code that `new` runs: the constructors of the class and of the classes that it extends. */
  ofMade({ expression }: ast.NewExpression): Targets {
    const symbol = this.#session.symbolAt(bare(this.#session, expression));
    const declared = symbol?.declarations.flatMap((handle) =>
      this.#session.owners.of(handle.path).kind === 'application' ? (handle.resolve() ?? []) : [],
    );
    const spots = (declared ?? []).flatMap((each) => this.#constructors(each));
    if (spots.length > 0 || symbol === undefined || (declared ?? []).length > 0) return { ...none, spots };
    return this.ofSymbol(symbol, expression, null);
  }

  #constructors(node: ast.Node, left = depth): Spot[] {
    if (!isClass(this.#session, node) || left === 0) return [];
    const base = baseOf(this.#session, node);
    const above = base === null ? undefined : this.#session.symbolAt(base)?.valueDeclaration;
    const isOwn = above !== undefined && this.#session.owners.of(above.path).kind === 'application';
    const type = this.#session.cache.typeAt(node.name ?? node);
    const self = type === undefined ? null : this.#session.instanceOf(type);
    const declared = isOwn ? above.resolve() : undefined;
    return [{ node, self }, ...(declared === undefined ? [] : this.#constructors(declared, left - 1))];
  }

  /** A declaration without a body of its own. */
  #declared(declared: ast.Node, { symbol, node, self, left }: Use): Targets {
    const { ast: syntax } = this.#session;
    if (isSignature(this.#session, declared) || this.#isAbstract(declared))
      return this.#implemented(symbol, node, self, left);
    if (syntax.isShorthandPropertyAssignment(declared)) return this.#shorthand(declared, left);
    const value = initializerOf(this.#session, declared);
    if (value !== undefined) return this.#isCallable(value, node) ? this.of(value, null, left - 1) : none;
    // A parameter is followed where its value is given. That of a property is given to a constructor, which no handler may run.
    if (isParameter(this.#session, declared))
      return (declared.modifiers ?? []).length > 0 ? this.#constructed(declared, node, left) : this.#given(node, self);
    if (syntax.isBindingElement(declared)) return this.#bound(declared, node);
    if (syntax.isPropertyDeclaration(declared)) return this.#constructed(declared, node, left);
    // The other signatures of an overloaded function, a namespace, an enum.
    return none;
  }

  /** `const { find } = makeBooks()`: by its type. In the parameters of a function, it is followed where it is given. */
  #bound(declared: ast.Node, node: ast.Node): Targets {
    let at: ast.Node | undefined = declared.parent;
    while (at !== undefined && !isParameter(this.#session, at) && !this.#session.ast.isVariableDeclaration(at))
      at = at.parent;
    return at === undefined || isParameter(this.#session, at) ? none : this.#byType(node);
  }

  #shorthand(member: ast.ShorthandPropertyAssignment, left: number): Targets {
    const value = this.#session.checker.getShorthandAssignmentValueSymbol(member);
    return value === undefined ? none : this.ofSymbol(this.#session.unaliased(value), member, null, left - 1);
  }

  /** A parameter that is called. */
  #given(node: ast.Node, self: api.Type | null): Targets {
    return { ...none, byCallers: [{ holder: bare(this.#session, node), name: null, self }] };
  }

  /** A function that a constructor gets: what the program gives wherever it makes an object of the class. */
  #constructed(declared: ast.PropertyDeclaration | ast.ParameterDeclaration, node: ast.Node, left: number): Targets {
    const { ast: syntax } = this.#session;
    const holder = isParameter(this.#session, declared) ? declared.parent.parent : declared.parent;
    const constructor = isClass(this.#session, holder)
      ? holder.members.find((member) => syntax.isConstructorDeclaration(member))
      : undefined;
    if (constructor === undefined || !isClass(this.#session, holder)) return this.#byType(node);
    const parameter = isParameter(this.#session, declared)
      ? declared
      : this.#assigned(constructor, declared.name.getText());
    if (parameter === null) return this.#byType(node);
    if (!isParameter(this.#session, parameter)) return this.of(parameter, null, left - 1);
    const index = constructor.parameters.indexOf(parameter);
    const name = nameText(this.#session, holder.name);
    const given = (name === null ? [] : this.#index.madeOf(name)).flatMap(
      ({ arguments: values }) => values?.[index] ?? [],
    );
    const all = [...given, ...(parameter.initializer === undefined ? [] : [parameter.initializer])];
    return all.length === 0 ? this.#byType(node) : joined(all.map((value) => this.of(value, null, left - 1)));
  }

  /** The value that a constructor gives to a member, `this.load = load`: one of its parameters, or an expression. */
  #assigned(constructor: ast.ConstructorDeclaration, member: string): ast.ParameterDeclaration | ast.Expression | null {
    const { ast: syntax } = this.#session;
    for (const statement of constructor.body?.statements ?? []) {
      if (!syntax.isExpressionStatement(statement) || !syntax.isBinaryExpression(statement.expression)) continue;
      const { left, right } = statement.expression;
      if (!syntax.isPropertyAccessExpression(left) || left.name.getText() !== member) continue;
      return constructor.parameters.find(({ name }) => name.getText() === right.getText()) ?? right;
    }
    return null;
  }

  /** The code that implements a member of an interface, of a type or of an abstract class. */
  #implemented(symbol: api.Symbol, node: ast.Node, self: api.Type | null, left: number): Targets {
    const { owners } = this.#session;
    const access = bare(this.#session, node);
    if (!this.#session.ast.isPropertyAccessExpression(access)) return this.#byType(node);
    if (left === 0) return unfollowed;
    const holder = access.expression;
    // Members that an application adds to an interface of a package, such as `Facades`: the package makes them.
    const holderType = this.#typeOf(holder, self)?.getSymbol();
    if (holderType?.declarations.some(({ path }) => owners.of(path).kind !== 'application') === true) return none;
    if (this.#isGiven(holder)) return { ...none, byCallers: [{ holder, name: symbol.name, self }] };
    return this.#ofType(this.#typeOf(holder, self), symbol.name, left);
  }

  /** The code of the member `name` of a value: a method of its class, or the members that implement its type. */
  ofMember(holder: ast.Node, name: string, self: api.Type | null): Targets {
    // The functions of an object that is written in a call are a part of the code around it.
    if (this.#session.ast.isObjectLiteralExpression(holder)) return none;
    const type = this.#typeOf(holder, self);
    const symbol = type && this.#session.cache.property(type, name);
    const bodies = (symbol?.declarations ?? [])
      .filter(({ path }) => this.#session.owners.of(path).kind === 'application')
      .flatMap((handle) => {
        const declared = handle.resolve();
        return declared === undefined ? [] : (functionOf(this.#session, declared) ?? []);
      });
    if (bodies.length > 0) return { ...none, spots: bodies.map((node) => ({ node, self: type ?? null })) };
    return this.#ofType(type, name, depth);
  }

  #ofType(type: api.Type | undefined, name: string, left: number): Targets {
    if (type === undefined) return unfollowed;
    const members = this.#session
      .membersOf(type)
      .filter((member) => this.#session.cache.property(member, name) !== undefined);
    const found = members.flatMap((member) => this.#implementations.of(name, member));
    if (found.length === 0) return unfollowed;
    return joined(found.map((each) => this.#implementation(each.symbol, each.self, left)));
  }

  /** Whether a value is a parameter, or a part of one. */
  #isGiven(node: ast.Node): boolean {
    const { ast: syntax } = this.#session;
    let at = bare(this.#session, node);
    while (syntax.isPropertyAccessExpression(at)) at = bare(this.#session, at.expression);
    if (!syntax.isIdentifier(at)) return false;
    let declared = this.#session.symbolAt(at)?.valueDeclaration?.resolve();
    while (declared !== undefined && (syntax.isBindingElement(declared) || syntax.isObjectBindingPattern(declared)))
      declared = declared.parent;
    return declared !== undefined && isParameter(this.#session, declared);
  }

  #implementation(symbol: api.Symbol, self: api.Type | null, left: number): Targets {
    const handle = symbol.declarations.find(({ path }) => this.#session.owners.of(path).kind === 'application');
    const declared = handle?.resolve();
    if (declared === undefined) return none;
    const body = functionOf(this.#session, declared);
    if (body !== null) return { ...none, spots: [{ node: body, self }] };
    return this.#declared(declared, { symbol, node: declared, self, left: left - 1 });
  }

  /** The functions of the application that an expression may be, by its type. */
  #byType(node: ast.Node): Targets {
    const { cache, api: ts, owners } = this.#session;
    const type = cache.typeAt(node);
    if (type === undefined) return none;
    const signatures = this.#session
      .membersOf(type)
      .flatMap((member) => cache.signaturesOf(member, ts.SignatureKind.Call));
    return joined(
      signatures.map(({ declaration }): Targets => {
        if (declaration === undefined) return none;
        // A value of a type of the framework, such as `Handler`, is code of the application.
        const owner = owners.of(declaration.path);
        if (owner.kind === 'package' && owner.name === '@taproot/core') return unfollowed;
        if (owner.kind !== 'application') return none;
        const declared = declaration.resolve();
        const body = declared === undefined ? null : functionOf(this.#session, declared);
        return body === null ? unfollowed : { ...none, spots: [{ node: body, self: null }] };
      }),
    );
  }

  /** `handlers[kind]` is one of the members of an object that is written here. */
  #entry(node: ast.ElementAccessExpression, left: number): Targets {
    const { cache, ast: syntax } = this.#session;
    const holder = cache.typeAt(node.expression);
    const written = this.#written(node.expression);
    if (written !== null && syntax.isObjectLiteralExpression(written)) {
      const values = written.properties.map((member) => {
        const body = functionOf(this.#session, member);
        if (body !== null) return { ...none, spots: [{ node: body, self: null }] };
        if (syntax.isPropertyAssignment(member)) return this.of(member.initializer, null, left - 1);
        return syntax.isShorthandPropertyAssignment(member) ? this.#shorthand(member, left) : unfollowed;
      });
      return joined(values);
    }
    const members = holder === undefined || cache.isList(holder) ? [] : [...cache.propertiesOf(holder).values()];
    const found = joined(members.map((symbol) => this.ofSymbol(symbol, node, null, left - 1)));
    return found.spots.length > 0 || found.packaged.length > 0 ? found : this.#byType(node);
  }

  /** Whether the value of a variable can be called. The compiler is asked only about values that may be functions. */
  #isCallable(value: ast.Expression, node: ast.Node): boolean {
    const { ast: syntax, cache, api: ts } = this.#session;
    const inner = bare(this.#session, value);
    const may =
      syntax.isCallExpression(inner) ||
      syntax.isIdentifier(inner) ||
      syntax.isPropertyAccessExpression(inner) ||
      syntax.isElementAccessExpression(inner) ||
      syntax.isConditionalExpression(inner) ||
      syntax.isBinaryExpression(inner);
    const type = may ? cache.typeAt(node) : undefined;
    return (
      type !== undefined &&
      this.#session.membersOf(type).some((member) => cache.signaturesOf(member, ts.SignatureKind.Call).length > 0)
    );
  }

  /** The value of a constant. */
  #written(node: ast.Node): ast.Node | null {
    const declared = this.#session.symbolAt(bare(this.#session, node))?.valueDeclaration?.resolve();
    const value = declared && initializerOf(this.#session, declared);
    return value === undefined ? null : bare(this.#session, value);
  }

  #takesFunctions({ arguments: given }: ast.CallExpression): boolean {
    return given.some((argument) => functionOf(this.#session, bare(this.#session, argument)) !== null);
  }

  /** The type of `this` in a method that is called. */
  #selfOf(body: ast.Node, node: ast.Node, self: api.Type | null): api.Type | null {
    if (!isClass(this.#session, body.parent) && !isClass(this.#session, body.parent?.parent ?? body)) return null;
    const access = bare(this.#session, node);
    if (!this.#session.ast.isPropertyAccessExpression(access)) return null;
    if (isThis(this.#session, access.expression) || isSuper(this.#session, access.expression)) return self;
    return this.#typeOf(access.expression, self) ?? null;
  }

  #isAbstract(node: ast.Node): boolean {
    const { ast: syntax } = this.#session;
    if (!syntax.isMethodDeclaration(node) && !syntax.isPropertyDeclaration(node)) return false;
    return node.modifiers?.some(({ kind }) => kind === syntax.SyntaxKind.AbstractKeyword) === true;
  }
}
