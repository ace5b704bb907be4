import type { JsonObject } from '../../../plugins/openapi/src/json.ts';
import type { Checks } from './checks.ts';
import { jsonOf, type Reply } from './replies.ts';
import type { Asked } from './requests.ts';

/** Rules that refuse what their schema allows, and why: some of those that docs/openapi.md calls inexact. */
export const beyondSchema: Readonly<Record<string, string>> = {
  exists: 'the database knows',
  unique: 'the database knows',
  same: 'compares two members',
  different: 'compares two members',
  confirmed: 'compares two members',
  in_array: 'compares two members',
  before: 'a bound of dates is a description',
  before_or_equal: 'a bound of dates is a description',
  after: 'a bound of dates is a description',
  after_or_equal: 'a bound of dates is a description',
  date: 'days that no month has, and other layouts',
  url: 'addresses that cannot be',
  distinct: 'compares without regard to types',
  missing: 'Rule.when() decides by other members which of its branches holds',
};

const unknownRules = 'rules that only run-time knows';

/** Codes of refusals that do not concern the form of a request, and why. */
const beyondForm: Readonly<Record<string, string>> = {
  E_PAGE_CURSOR: 'the server makes cursors',
};

/** The rules of a schema. An empty list stands for rules that the document does not know. */
const rulesOf = ({ 'x-taproot-rules': rules }: JsonObject): readonly string[] =>
  Array.isArray(rules) ? (rules.length === 0 ? [unknownRules] : (rules as string[])) : [];

const rulesAt = (checks: Checks, schemas: readonly JsonObject[], path: readonly string[]): readonly string[] => {
  const [key, ...rest] = path;
  const all = schemas.map((schema) => checks.resolve(schema));
  if (key === undefined)
    return all.flatMap((schema) => [...rulesOf(schema), ...((schema['anyOf'] ?? []) as JsonObject[]).flatMap(rulesOf)]);
  const inner = all.flatMap((schema) => [
    ...Object.entries((schema['properties'] ?? {}) as Readonly<Record<string, JsonObject>>)
      .filter(([name]) => name === key)
      .map(([, member]) => member),
    ...(schema['items'] === undefined ? [] : [schema['items'] as JsonObject]),
  ]);
  return inner.length === 0 ? [] : rulesAt(checks, inner, rest);
};

/** The rules of all members of this name, however deep: an application may leave out the holder in its errors. */
const rulesNamed = (checks: Checks, schema: JsonObject, name: string): readonly string[] =>
  Object.entries((checks.resolve(schema)['properties'] ?? {}) as Readonly<Record<string, JsonObject>>).flatMap(
    ([key, member]) => [...(key === name ? rulesOf(member) : []), ...rulesNamed(checks, member, name)],
  );

/** The names of what excuses the refusal of an allowed request, one for each field; null when nothing does. */
export const excusesOf = (
  checks: Checks,
  { operation, media }: Asked,
  reply: Reply,
  beyond: Readonly<Record<string, string>>,
): readonly string[] | null => {
  const own = beyond[`${operation.method} ${operation.template}`];
  if (own !== undefined) return [own];
  const { code, errors } = (jsonOf(reply) ?? {}) as { readonly code?: unknown; readonly errors?: unknown };
  if (typeof code === 'string' && code in beyondForm) return [code];
  // The application itself refuses, by an error of its own.
  if (typeof code === 'string' && /^E_HTTP_4\d\d$/.test(code)) return [`${code} of the application`];
  if (typeof errors !== 'object' || errors === null) return null;
  const body = media === null ? {} : ((operation.body?.content[media]?.['schema'] ?? {}) as JsonObject);
  const query = {
    properties: Object.fromEntries(operation.parameters.map(({ name, schema }) => [name, schema])),
  };
  const excuses = Object.keys(errors).map((field) => {
    const found = rulesAt(checks, [body, query], field.split('.'));
    const rules = found.length > 0 ? found : rulesNamed(checks, body, field);
    return rules.map((rule) => rule.split(':')[0] ?? '').find((name) => name in beyondSchema || name === unknownRules);
  });
  return excuses.every((name) => name !== undefined) ? excuses : null;
};
