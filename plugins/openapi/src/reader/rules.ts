import { changedInput, widened } from './changed-input.ts';
import type { api, ast } from './compiler-modules.ts';
import { byDeclaration } from './member-order.ts';
import { type Reached, validates } from './reached-calls.ts';
import { schemaFact } from './schemas.ts';
import type { Session } from './session.ts';
import type { Shapes } from './shapes.ts';
import { bare, functionOf } from './syntax.ts';
import type { Gap, Literal, RuleEntry, RuleLists, ValidationFact } from './type-reader.ts';

/** The rules of a field: their type, and the code that gives them. */
interface FieldRules {
  readonly type: api.Type | undefined;
  readonly node: ast.Node | undefined;
}

/** Reads the rules in calls of `validated()`, `validate()` and `validateRequest()` from their literal types. */
export class Rules {
  readonly #session: Session;
  readonly #shapes: Shapes;
  /** Rules in the list of a field that cannot be read. The other rules of the list stay. */
  #unread: ast.Node[] = [];

  constructor(session: Session, shapes: Shapes) {
    this.#session = session;
    this.#shapes = shapes;
  }

  read({ calls, values, escapes }: Pick<Reached, 'calls' | 'values' | 'escapes'>): {
    validations: ValidationFact[];
    gaps: Gap[];
  } {
    const validations: ValidationFact[] = [];
    const gaps: Gap[] = [];
    for (const { node, name, file } of calls) {
      if (!validates.has(name) || !this.#session.owners.isOurs(file, 'validation')) continue;
      const [given, options] = node.arguments.filter((argument) => argument.getText() !== 'ctx');
      if (given === undefined) continue;
      for (const written of values.of(given)) {
        const made = this.#validation(node, { given, written, options: options && values.of(options)[0] });
        gaps.push(...made.gaps);
        validations.push({ ...made.fact, refuses: name === 'validated' && escapes(node) });
      }
    }
    return { validations, gaps };
  }

  /** One call, with the rules that it is given. */
  #validation(
    node: ast.CallExpression,
    {
      given,
      written,
      options,
    }: { readonly given: ast.Node; readonly written: ast.Node; readonly options: ast.Node | undefined },
  ): { fact: Omit<ValidationFact, 'refuses'>; gaps: Gap[] } {
    const gaps: Gap[] = [];
    const literal = this.#literal(written);
    const form = literal === null ? this.#formOf(written) : null;
    const schema = literal === null ? schemaFact(this.#session, this.#shapes, { given, written, form }) : null;
    if (schema !== null) {
      const place = this.#session.placeOf(node);
      const authorizes = form !== null && this.#authorizes(form);
      const { gaps: unclear } = changedInput(this.#session, form, options);
      return { fact: { rules: {}, schema, authorizes, defaults: {}, place }, gaps: [...unclear] };
    }
    const fields = literal ?? (form === null ? this.#given(node, given, written) : this.#byForm(form));
    const rules: Record<string, RuleLists> = {};
    if (fields === null) gaps.push(notLiteral('The rules have no literal fields', written, this.#session));
    for (const [field, known] of fields ?? []) {
      this.#unread = [];
      const lists = this.#isFaulty(known) ? null : this.#lists(known);
      if (this.#isFaulty(known)) gaps.push(faulty(field, known.node ?? written, this.#session));
      else if (lists === null)
        gaps.push(notLiteral(`The rules of "${field}" are not literal`, known.node ?? written, this.#session));
      else
        for (const node of this.#unread)
          gaps.push(notLiteral(`A rule of "${field}" is not literal: ${node.getText()}`, node, this.#session));
      rules[field] = lists ?? [[]];
    }
    const changed = changedInput(this.#session, form, options);
    const place = this.#session.placeOf(node);
    return {
      fact: {
        rules: widened(rules, changed),
        schema: null,
        authorizes: form !== null && this.#authorizes(form),
        defaults: form === null ? {} : this.#defaults(form, Object.keys(rules)),
        place,
      },
      gaps: [...gaps, ...changed.gaps],
    };
  }

  /** Rules that are written in the call, all as strings. Their type would add nothing. */
  #literal(given: ast.Node): Map<string, FieldRules> | null {
    const { ast: syntax } = this.#session;
    if (!syntax.isObjectLiteralExpression(given)) return null;
    const fields = new Map<string, FieldRules>();
    for (const member of given.properties) {
      if (!syntax.isPropertyAssignment(member) || !syntax.isStringLiteral(member.initializer)) return null;
      if (!syntax.isIdentifier(member.name) && !syntax.isStringLiteral(member.name)) return null;
      fields.set(member.name.text, { type: undefined, node: member.initializer });
    }
    return fields;
  }

  /** The form request whose class or object an expression is; null for rules. */
  #formOf(given: ast.Node): api.Type | null {
    const type = this.#session.cache.typeAt(given);
    const made = type && this.#session.instanceOf(type);
    return made !== undefined && this.#session.cache.property(made, 'prepareForValidation') !== undefined ? made : null;
  }

  #authorizes(form: api.Type): boolean {
    const symbol = this.#session.cache.property(form, 'authorize');
    return !this.#session.owners.isOurs(this.#session.fileOf(symbol), 'validation');
  }

  /** The values of `override limit = 20`. */
  #defaults(form: api.Type, fields: readonly string[]): Record<string, Literal> {
    const found: Record<string, Literal> = {};
    for (const field of fields) {
      const handle = this.#session.cache.property(form, field)?.valueDeclaration;
      if (handle === undefined || this.#session.owners.of(handle.path).kind !== 'application') continue;
      const declared = handle.resolve();
      const value = declared && this.#session.ast.isPropertyDeclaration(declared) ? declared.initializer : undefined;
      const [written, ...others] = value === undefined ? [] : this.#session.valuesAt(value);
      if (written !== undefined && written !== '' && others.length === 0) found[field] = written;
    }
    return found;
  }

  #byForm(form: api.Type): Map<string, FieldRules> | null {
    const returned = this.#session.returnOf(this.#session.memberOf(form, 'rules'));
    if (returned === undefined) return null;
    // `formRequest()` declares that it returns rules or a promise of rules.
    const [rules = returned] = this.#session.membersOf(returned);
    return this.#fields(this.#session.awaited(rules), undefined);
  }

  /**
   * Reads the rules from the type of the parameter, which has them as literals. The type of the argument is used to
   * find the place in the code.
   */
  #given(call: ast.Node, given: ast.Node, value: ast.Node): Map<string, FieldRules> | null {
    const { cache, checker } = this.#session;
    const written = cache.typeAt(value);
    // Rules that callers give have their own type: in the function that validates, they are a type parameter.
    const isGiven = value !== bare(this.#session, given);
    const signature = isGiven ? undefined : checker.getResolvedSignature(call);
    const texts = isGiven ? written : signature && checker.getParameterType(signature, 0);
    return texts === undefined || written === undefined ? null : this.#fields(texts, written);
  }

  #fields(texts: api.Type, written: api.Type | undefined): Map<string, FieldRules> | null {
    const { cache, checker } = this.#session;
    const own = written && cache.propertiesOf(written);
    const declaredAs = (symbol: api.Symbol): api.Symbol => own?.get(symbol.name) ?? symbol;
    const symbols = [...cache.propertiesOf(texts).values()].toSorted((a, b) =>
      byDeclaration(declaredAs(a), declaredAs(b)),
    );
    if (symbols.length === 0 && checker.getIndexInfosOfType(texts).length > 0) return null;
    const types = cache.typesOf(symbols);
    const fields = new Map<string, FieldRules>();
    for (const [i, symbol] of symbols.entries()) {
      const node = declaredAs(symbol).valueDeclaration?.resolve();
      const { ast: syntax } = this.#session;
      const value = node !== undefined && syntax.isPropertyAssignment(node) ? node.initializer : node;
      fields.set(symbol.name, { type: types[i], node: value });
    }
    return fields;
  }

  /**
   * Whether a rule string has a mistake. The type is then the compiler's message with other rules, instead of the
   * string.
   */
  #isFaulty({ type, node }: FieldRules): boolean {
    if (type === undefined || node === undefined) return false;
    const { ast: syntax, cache } = this.#session;
    if (cache.isTuple(type) && type.isTypeReference() && syntax.isArrayLiteralExpression(node))
      return cache.argumentsOf(type).some((entry, i) => this.#isFaulty({ type: entry, node: node.elements[i] }));
    const texts = this.#session.literalsOf(type);
    if (texts.length === 0) return false;
    const written = syntax.isStringLiteral(node) ? [node.text] : this.#session.literalsOf(cache.typeAt(node));
    return written.some((text) => !texts.includes(text));
  }

  /** Null if a part is not literal. */
  #lists({ type, node }: FieldRules, inList = false): RuleLists | null {
    const { cache, ast: syntax } = this.#session;
    if (type === undefined)
      return node !== undefined && syntax.isStringLiteral(node) ? [[inList ? node.text : { text: node.text }]] : null;
    const texts = this.#session.literalsOf(type);
    if (texts.length > 0) return texts.map((text) => [inList ? String(text) : { text: String(text) }]);
    if (cache.isTuple(type) && type.isTypeReference()) {
      const nodes = node !== undefined && syntax.isArrayLiteralExpression(node) ? node.elements : [];
      const entries = cache.argumentsOf(type).map((entry, i) => this.#entry({ type: entry, node: nodes[i] }));
      return entries.reduce<RuleLists | null>(product, [[]]);
    }
    // Without `as const` the type is `string`, but the code still shows the literal.
    if (node !== undefined && syntax.isStringLiteral(node)) return [[inList ? node.text : { text: node.text }]];
    if (node !== undefined && syntax.isArrayLiteralExpression(node)) return this.#argument(node);
    if (node !== undefined && syntax.isCallExpression(node)) return this.#object(node);
    if (node !== undefined && syntax.isRegularExpressionLiteral(node))
      return [[{ rule: 'regex', parameters: [node.text] }]];
    if (node !== undefined && functionOf(this.#session, node) === node) return [[]];
    // An inline function checks something that no schema can express.
    return cache.signaturesOf(type, this.#session.api.SignatureKind.Call).length > 0 ? [[]] : null;
  }

  /** A rule in a list. */
  #entry(rule: FieldRules): RuleLists | null {
    const read = this.#lists(rule, true);
    if (read !== null || rule.node === undefined) return read;
    this.#unread.push(rule.node);
    return [[]];
  }

  /** A rule object, by the call that makes it: `Rule.in(['a', 'b'])`, `Rule.unique('users').ignore(id)`. */
  #object(call: ast.CallExpression): RuleLists | null {
    const { ast: syntax } = this.#session;
    const { expression } = call;
    if (!syntax.isPropertyAccessExpression(expression)) return null;
    const { expression: holder, name } = expression;
    if (syntax.isCallExpression(holder)) return this.#object(holder);
    const type = this.#session.cache.typeAt(call);
    if (
      !this.#session.owners.isOurs(this.#session.fileOf(this.#session.symbolAt(name)), 'validation') ||
      type === undefined
    )
      return null;
    const [first, second, third] = call.arguments;
    switch (name.text) {
      case 'in':
      case 'notIn':
      case 'enum':
        return this.#choice(name.text === 'notIn' ? 'not_in' : 'in', first);
      case 'exists':
      case 'unique':
        return [[]];
      case 'password':
        return [['string']];
      case 'when':
        return either(this.#argument(second), third === undefined ? [[]] : this.#argument(third));
      case 'anyOf':
        return this.#anyOf(first);
      default:
        return null;
    }
  }

  #argument(node: ast.Node | undefined): RuleLists | null {
    if (node === undefined) return null;
    const { ast: syntax, cache } = this.#session;
    if (!syntax.isArrayLiteralExpression(node)) return this.#lists({ type: cache.typeAt(node), node });
    return node.elements
      .map((entry) =>
        syntax.isArrayLiteralExpression(entry)
          ? this.#argument(entry)
          : this.#entry({ type: cache.typeAt(entry), node: entry }),
      )
      .reduce<RuleLists | null>(product, [[]]);
  }

  #choice(rule: string, given: ast.Node | undefined): RuleLists | null {
    const type = given && this.#session.cache.typeAt(given);
    if (type === undefined) return null;
    const nodes = given !== undefined && this.#session.ast.isArrayLiteralExpression(given) ? given.elements : [];
    const values = nodes.length > 0 ? nodes.flatMap((node) => this.#value(node)) : this.#values(type);
    return values.length === 0 || (nodes.length > 0 && values.length < nodes.length)
      ? null
      : [[{ rule, parameters: values.map(String) }]];
  }

  #value(node: ast.Node): readonly (string | number | boolean)[] {
    const { ast: syntax, cache } = this.#session;
    if (syntax.isStringLiteral(node) || syntax.isNumericLiteral(node)) return [node.text];
    return this.#session.literalsOf(cache.typeAt(node));
  }

  /** The literal values of a list, of a constant object or of an enum. */
  #values(type: api.Type): readonly (string | number | boolean)[] {
    const { cache } = this.#session;
    if (cache.isList(type) && type.isTypeReference())
      return cache.argumentsOf(type).flatMap((entry) => this.#session.literalsOf(entry));
    return [...cache.propertiesOf(type).values()].flatMap((symbol) => this.#session.literalsOf(cache.typeOf(symbol)));
  }

  #anyOf(given: ast.Node | undefined): RuleLists | null {
    if (given === undefined || !this.#session.ast.isArrayLiteralExpression(given)) return null;
    const sets = given.elements.map((entry) => this.#argument(entry));
    const flat: (readonly RuleEntry[])[] = [];
    for (const set of sets) {
      if (set === null) return null;
      flat.push(...set);
    }
    return [[{ rule: 'any_of', parameters: [], sets: flat }]];
  }
}

/** Each list of `lists`, followed by each list of `more`. */
const product = (lists: RuleLists | null, more: RuleLists | null): RuleLists | null =>
  lists === null || more === null ? null : lists.flatMap((list) => more.map((entry) => [...list, ...entry]));

const either = (a: RuleLists | null, b: RuleLists | null): RuleLists | null =>
  a === null || b === null ? null : [...a, ...b];

const faulty = (field: string, node: ast.Node, session: Session): Gap => ({
  code: 'E_OPENAPI_RULES',
  message: `The rules of "${field}" have a mistake: ${node.getText()}`,
  fix: 'Correct what npx tsc reports there: the name of a rule, its parameters, or a field that the rules do not have',
  place: session.placeOf(node),
});

const notLiteral = (message: string, node: ast.Node, session: Session): Gap => ({
  code: 'E_OPENAPI_RULES',
  message,
  fix: "Write them as literal strings, through defineRules(): defineRules({ title: 'required|string' })",
  place: session.placeOf(node),
});
