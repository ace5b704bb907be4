import type { JsonObject } from '../document/json.ts';
import type { RuleEntry, RuleLists } from '../reader/type-reader.ts';
import type { RulesSchemas } from './rules-schemas.ts';

const kinds: Readonly<Record<string, string>> = {
  string: 'string',
  email: 'string',
  url: 'string',
  uuid: 'string',
  date: 'string',
  integer: 'integer',
  int: 'integer',
  numeric: 'number',
  float: 'number',
  boolean: 'boolean',
  bool: 'boolean',
  array: 'array',
  list: 'array',
  map: 'object',
  file: 'file',
  image: 'file',
};
const formats: Readonly<Record<string, string>> = { email: 'email', url: 'uri', uuid: 'uuid' };

const words = (entries: readonly RuleEntry[]): (readonly [string, readonly string[]])[] =>
  entries.flatMap((entry): (readonly [string, readonly string[]])[] =>
    typeof entry !== 'string'
      ? [[entry.rule, entry.parameters]]
      : entry.split('|').map((text) => {
          const [name = '', ...rest] = text.split(':');
          return [name, rest.join(':').split(',')] as const;
        }),
  );

/** The common rules, until rules have schemas of their own. */
export const basicSchemas: RulesSchemas = {
  of(rules) {
    const properties: Record<string, JsonObject> = {};
    const required: string[] = [];
    let files = false;
    for (const [field, lists] of Object.entries(rules)) {
      if (field.includes('.')) continue;
      const rulesOf = words(lists[0] ?? []);
      if (lists.every((list) => words(list).some(([name]) => name === 'required' || name === 'present')))
        required.push(field);
      properties[field] = fieldSchema(rulesOf);
      files ||= rulesOf.some(([name]) => kinds[name] === 'file');
    }
    return {
      schema: { type: 'object', properties, ...(required.length > 0 ? { required } : {}) },
      files,
      gaps: [] as const satisfies RuleLists,
    };
  },
};

const fieldSchema = (rules: readonly (readonly [string, readonly string[]])[]): JsonObject => {
  const kind = rules.map(([name]) => kinds[name]).find((each) => each !== undefined);
  const type = kind === 'file' || kind === undefined ? 'string' : kind;
  const schema: Record<string, unknown> = { type: rules.some(([name]) => name === 'nullable') ? [type, 'null'] : type };
  if (kind === 'file') schema['format'] = 'binary';
  for (const [name, [first = '', second = '']] of rules) {
    if (formats[name] !== undefined) schema['format'] = formats[name];
    const [least, most] =
      type === 'string'
        ? ['minLength', 'maxLength']
        : type === 'array'
          ? ['minItems', 'maxItems']
          : ['minimum', 'maximum'];
    if (name === 'min') schema[least] = Number(first);
    if (name === 'max') schema[most] = Number(first);
    if (name === 'between') Object.assign(schema, { [least]: Number(first), [most]: Number(second) });
    if (name === 'in') schema['enum'] = rules.find(([each]) => each === 'in')?.[1];
  }
  return schema;
};
