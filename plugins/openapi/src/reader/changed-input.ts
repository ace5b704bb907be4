import type { api, ast } from './compiler-modules.ts';
import type { Session } from './session.ts';
import { baseOf, calledName, isClass, memberName } from './syntax.ts';
import type { Gap, RuleEntry, RuleLists } from './type-reader.ts';

/** How a form or the options of a call change the input before its rules see it. */
interface ChangedInput {
  /** Fields that `prepareForValidation()` makes. */
  readonly made: readonly string[];
  /** Fields that filters make of other input. */
  readonly filtered: readonly string[];
  readonly gaps: readonly Gap[];
}

/**
 * Filters whose result a client can send itself, so that rules describe the input well enough: they tidy a string, or convert one that
 * forms send. Any other filter, such as one of the application, may make valid input of anything.
 */
const tidying = new Set(
  (
    'trim ltrim rtrim lower upper title ucfirst lcfirst camel snake strip_tags escape_js escape_html url_encode url_decode ' +
    'to_int int to_int64 int64 to_uint uint to_float float to_bool bool to_string to_time str_to_time'
  ).split(' '),
);

/** Rules that say whether a field has to be there. */
const ofPresence = /^(?:required|present|filled|nullable|sometimes|bail|missing|prohibited|exclude)/;

/** The changes by `prepareForValidation()` and by filters, of a form request or of the options of a call. */
export const changedInput = (session: Session, form: api.Type | null, options: ast.Node | undefined): ChangedInput => {
  const given = [options, form === null ? undefined : formOptions(session, form)].filter((node) => node !== undefined);
  const members =
    form === null ? [] : ['prepareForValidation', 'filters'].flatMap((name) => ownMember(session, form, name) ?? []);
  const made: string[] = [];
  const filtered: string[] = [];
  const gaps: Gap[] = [];
  for (const node of [...given, ...members]) {
    for (const prepare of named(session, node, 'prepareForValidation')) {
      const names = fieldsMade(session, prepare);
      if (names === null) gaps.push(unclear(session, prepare, 'prepareForValidation()'));
      made.push(...(names ?? []));
    }
    for (const filters of named(session, node, 'filters')) {
      const names = fieldsFiltered(session, filters);
      if (names === null) gaps.push(unclear(session, filters, 'filters'));
      filtered.push(...(names ?? []));
    }
  }
  return { made, filtered, gaps };
};

/** The rules of what a client may send: fields that are made have none, those of other input only need to be there. */
export const widened = (
  rules: Readonly<Record<string, RuleLists>>,
  { made, filtered }: ChangedInput,
): Readonly<Record<string, RuleLists>> =>
  Object.fromEntries(
    Object.entries(rules).map(([field, lists]) => {
      if (made.some((name) => field === name || field.startsWith(`${name}.`))) return [field, [[]]];
      return [
        field,
        filtered.includes(field) ? lists.map((entries) => entries.flatMap((entry) => presence(entry))) : lists,
      ];
    }),
  );

const presence = (entry: RuleEntry): readonly RuleEntry[] => {
  if (typeof entry === 'string') return ofPresence.test(entry) ? [entry] : [];
  if (!('text' in entry)) return ofPresence.test(entry.rule) ? [entry] : [];
  return entry.text.split('|').filter((rule) => ofPresence.test(rule.trim()));
};

/** The member of a form that an application has overridden. */
const ownMember = (session: Session, form: api.Type, name: string): ast.Node | undefined => {
  const handle = session.cache
    .property(form, name)
    ?.declarations.find(({ path }) => session.owners.of(path).kind === 'application');
  return handle?.resolve();
};

/** The options of `class StorePost extends formRequest(rules, options)`. */
const formOptions = (session: Session, form: api.Type): ast.Node | undefined => {
  const handle = form.getSymbol()?.declarations.find(({ path }) => session.owners.of(path).kind === 'application');
  let declared = handle?.resolve();
  while (declared !== undefined && isClass(session, declared)) {
    const base = baseOf(session, declared);
    if (base === null) return undefined;
    if (session.ast.isCallExpression(base)) return base.arguments[1];
    const above = session
      .symbolAt(base)
      ?.declarations.find(({ path }) => session.owners.of(path).kind === 'application');
    declared = above?.resolve();
  }
  return undefined;
};

/** A member of options, or the member itself. */
const named = (session: Session, node: ast.Node, name: string): ast.Node[] => {
  const { ast: syntax } = session;
  if (!syntax.isObjectLiteralExpression(node)) return memberName(session, node) === name ? [node] : [];
  return node.properties.filter((member) => memberName(session, member) === name);
};

/** The fields of `data.set('slug', ...)` in a function; null if one of them is not literal. */
const fieldsMade = (session: Session, root: ast.Node): string[] | null => {
  const names: string[] = [];
  let isLiteral = true;
  const visit = (node: ast.Node): void => {
    if (session.ast.isCallExpression(node) && calledName(session, node)?.getText() === 'set') {
      const [field] = node.arguments;
      const literals = field === undefined ? [] : session.valuesAt(field);
      if (literals.length === 0) isLiteral = false;
      names.push(...literals.map(String));
    } else if (session.ast.isCallExpression(node) && node.arguments.some((argument) => argument.getText() === 'data'))
      isLiteral = false;
    node.forEachChild(visit);
  };
  visit(root);
  return isLiteral ? names : null;
};

/** The fields of which a filter makes something that a client would not send itself; null if filters are not literal. */
const fieldsFiltered = (session: Session, node: ast.Node): string[] | null => {
  const { cache, ast: syntax } = session;
  const type = syntax.isMethodDeclaration(node) ? session.returnOf(cache.typeAt(node)) : undefined;
  const value = syntax.isPropertyAssignment(node) ? node.initializer : returned(session, node);
  if (value !== undefined && syntax.isObjectLiteralExpression(value)) {
    const fields: string[] = [];
    for (const member of value.properties) {
      if (!syntax.isPropertyAssignment(member)) return null;
      const texts = syntax.isStringLiteral(member.initializer)
        ? [member.initializer.text]
        : session.literalsOf(cache.typeAt(member.initializer)).map(String);
      if (texts.length === 0) return null;
      const name = syntax.isStringLiteral(member.name) || syntax.isIdentifier(member.name) ? member.name.text : null;
      if (name === null) return null;
      if (texts.some((text) => !isTidy(text))) fields.push(name);
    }
    return fields;
  }
  const known = type ?? (value && cache.typeAt(value));
  if (known === undefined) return null;
  const symbols = [...cache.propertiesOf(known).values()];
  const fields: string[] = [];
  for (const symbol of symbols) {
    const texts = session.literalsOf(cache.typeOf(symbol)).map(String);
    if (texts.length === 0) return null;
    if (texts.some((text) => !isTidy(text))) fields.push(symbol.name);
  }
  return symbols.length === 0 ? null : fields;
};

const isTidy = (text: string): boolean =>
  text.split('|').every((part) => tidying.has((part.trim().split(':')[0] ?? '').trim()));

/** The only value that a method returns. */
const returned = ({ ast: syntax }: Session, node: ast.Node): ast.Expression | undefined => {
  if (!syntax.isMethodDeclaration(node)) return undefined;
  const [only, ...rest] = node.body?.statements ?? [];
  return only !== undefined && rest.length === 0 && syntax.isReturnStatement(only) ? only.expression : undefined;
};

const unclear = (session: Session, node: ast.Node, what: string): Gap => ({
  code: 'E_OPENAPI_INPUT',
  message: `${what} changes the input in a way that the code does not say, so that the document has the rules of the changed input`,
  fix: "Name the fields that change: data.set('slug', ...), filters: { title: 'trim' }",
  place: session.placeOf(node),
});
