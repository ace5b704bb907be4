import { describe, expect, test } from '@jest/globals';
import { setup } from '@taproot/core';
import { type CustomRule, defineRule, Rule, validation } from '@taproot/validation';
import { eitherRules, type JsonSchema, type SchemaOptions, schemaOf } from '@taproot/validation/schema';

/** The properties of a schema, without the rules they come from. */
const propertiesOf = (rules: Readonly<Record<string, unknown>>, options?: SchemaOptions): unknown =>
  JSON.parse(
    JSON.stringify(schemaOf(rules, options).schema.properties, (key, value: unknown) =>
      key === 'x-taproot-rules' ? undefined : value,
    ),
  );

const advised = { view: 'advised' } as const;

describe('one field', () => {
  test.each<[rules: unknown, schema: JsonSchema]>([
    ['string|max:120', { type: 'string', maxLength: 120 }],
    ['required|string|min:2', { type: 'string', minLength: 2, pattern: '\\S' }],
    ['integer|between:1,5', { type: 'integer', minimum: 1, maximum: 5 }],
    [
      'integer|gt:1|lt:5',
      {
        type: 'integer',
        minimum: -9007199254740991,
        maximum: 9007199254740991,
        exclusiveMinimum: 1,
        exclusiveMaximum: 5,
      },
    ],
    ['uint|multiple_of:5', { type: 'integer', minimum: 0, maximum: 9007199254740991, multipleOf: 5 }],
    ['numeric', { type: 'number' }],
    ['boolean', { type: 'boolean' }],
    [
      'accepted|boolean',
      {
        type: 'boolean',
        anyOf: [{ enum: [true, 1] }, { type: 'string', pattern: '^ *(?:[Yy][Ee][Ss]|[Oo][Nn]|1|[Tt][Rr][Uu][Ee]) *$' }],
      },
    ],
    ['list|min:1|distinct', { type: 'array', minItems: 1, uniqueItems: true }],
    ['nullable|in:a,b', { type: ['string', 'null'], enum: ['a', 'b', null] }],
    ['required|in:1,b', { type: ['string', 'integer'], enum: ['1', 1, 'b'] }],
    ['integer|in:1,2', { type: 'integer', enum: [1, 2] }],
    ['list|in:a,b', { type: 'array', items: { type: 'string', enum: ['a', 'b'] } }],
    [[Rule.in(['a,b', 'c|d'])], { type: 'string', enum: ['a,b', 'c|d'] }],
    [[Rule.enum({ Draft: 'draft', Public: 'public' })], { type: 'string', enum: ['draft', 'public'] }],
    ['email', { type: 'string', format: 'email', maxLength: 254, pattern: '^[^\\s@]+@[^\\s@]+$' }],
    ['string|regex:^[a-z]+$', { type: 'string', pattern: '^[a-z]+$' }],
    [['string', /^[a-z]+$/i], { type: 'string', description: 'Matches the pattern `/^[a-z]+$/iu`.' }],
    ['date_format:Y-m-d', { type: 'string', format: 'date', pattern: '^\\d{4}-\\d{2}-\\d{2}$' }],
    ['string|same:other', { type: 'string', description: 'Must be the same as `other`.' }],
    [
      [Rule.anyOf(['integer', ['string', 'min:3']])],
      { anyOf: [{ type: 'integer' }, { type: 'string', minLength: 3 }] },
    ],
    ['missing', { not: {} }],
    ['integer|string', { not: {} }],
  ])('%j is advised as %j', (rules, schema) => {
    expect(propertiesOf({ f: rules }, advised)).toEqual({ f: schema });
  });

  test('the view accepted includes strings that convert, and blank strings', () => {
    const pattern = '^ *(?:1|0|[tT][rR][uU][eE]|[fF][aA][lL][sS][eE]|[oO][nN]|[oO][fF][fF]|[yY][eE][sS]|[nN][oO]) *$';
    expect(propertiesOf({ f: 'boolean' })).toEqual({
      f: {
        type: ['boolean', 'integer', 'string'],
        minimum: 0,
        maximum: 1,
        pattern: `^\\s*$|${pattern}`,
      },
    });
    expect(propertiesOf({ f: 'required|boolean' })).toMatchObject({
      f: { pattern },
    });
  });

  test('text holds no null', () => {
    expect(propertiesOf({ f: 'nullable|integer' }, { mode: 'text', ...advised })).toMatchObject({
      f: { type: 'integer' },
    });
    expect(propertiesOf({ f: 'nullable|integer' }, advised)).toMatchObject({ f: { type: ['integer', 'null'] } });
  });

  test('no text passes a strict rule, which is a gap', () => {
    expect(schemaOf({ f: 'integer:strict' }, { mode: 'text' }).gaps).toEqual([
      { field: 'f', rule: 'integer:strict', exactness: 'none', reason: 'no text passes a strict rule' },
    ]);
  });

  test('its rules stand beside it as they were written', () => {
    const { schema } = schemaOf({ f: ['required', Rule.in(['a,b']), 'regex:^(a|b,c)$'] });
    expect(schema.properties?.['f']?.['x-taproot-rules']).toEqual(['required', 'in:a\\,b', 'regex:^(a|b,c)$']);
  });
});

describe('fields within fields', () => {
  test('a required field needs the objects around it', () => {
    expect(schemaOf({ 'user.name': 'required|string', 'user.age': 'integer' }, advised).schema).toMatchObject({
      type: 'object',
      required: ['user'],
      properties: { user: { type: 'object', required: ['name'] } },
    });
  });

  test('rules for entries make a list, as they do for validated()', () => {
    expect(propertiesOf({ 'tags.*': 'string' }, advised)).toEqual({
      tags: { type: 'array', items: { type: 'string' } },
    });
    expect(propertiesOf({ 'tags.*': 'string' }, { ...advised, typed: false })).toEqual({
      tags: { items: { type: 'string' }, additionalProperties: { type: 'string' } },
    });
  });

  test('a condition stands in the object that holds both fields', () => {
    const { schema, gaps } = schemaOf({ 'items.*.kind': 'in:a,b', 'items.*.price': 'required_if:items.*.kind,b' });
    expect(schema.allOf).toBeUndefined();
    expect(schema.properties?.['items']?.items?.allOf).toEqual([
      {
        if: { type: 'object', required: ['kind'], properties: { kind: { enum: ['b'] } } },
        // oxlint-disable-next-line unicorn/no-thenable -- a keyword of JSON Schema
        then: { type: 'object', required: ['price'], properties: { price: expect.anything() } },
      },
    ]);
    expect(gaps).toEqual([]);
  });

  test('a condition on entries of another list is a gap', () => {
    expect(schemaOf({ 'a.*.f': 'required_if:b.*.g,1' }).gaps).toMatchObject([{ field: 'a.*.f', exactness: 'inexact' }]);
  });

  test('an excluded field has its schema under the condition', () => {
    const { schema } = schemaOf({ kind: 'required', f: 'exclude_if:kind,none|required|integer' }, advised);
    expect(schema.required).toEqual(['kind']);
    expect(schema.properties?.['f']).toEqual({ 'x-taproot-rules': ['exclude_if:kind,none', 'required', 'integer'] });
    expect(schema.allOf).toMatchObject([{ else: { required: ['f'], properties: { f: { type: 'integer' } } } }]);
  });
});

describe('a field that another repeats', () => {
  test('has a confirmation beside it, as required as the field itself', () => {
    const { schema } = schemaOf({ 'user.password': 'required|string|min:8|confirmed' }, advised);
    expect(schema.properties?.['user']).toMatchObject({
      required: ['password', 'password_confirmation'],
      properties: { password_confirmation: { type: 'string', minLength: 8, pattern: '\\S' } },
    });
  });

  test('asks for it only when it is sent, where it may be absent', () => {
    const { schema } = schemaOf({ code: 'string|confirmed' }, advised);
    expect(schema.required).toBeUndefined();
    expect(schema.properties).toHaveProperty('code_confirmation');
    expect(schema.allOf?.map((one) => [one.if?.required, one.then?.required])).toEqual([
      [['code'], ['code_confirmation']],
    ]);
  });
});

describe('what cannot be read', () => {
  const reasons = (rules: unknown, options?: SchemaOptions) =>
    schemaOf({ f: rules }, options).gaps.map(({ rule, exactness }) => `${rule} ${exactness}`);

  test('is a gap: functions, unknown rules, flags of patterns, other fields, databases', () => {
    expect(reasons([() => true])).toEqual(['function none']);
    expect(reasons('phone:de')).toEqual(['phone:de none']);
    expect(reasons('integer|gt:other')).toEqual(['gt:other none']);
    expect(reasons('exists:users')).toEqual(['exists:users none']);
    expect(reasons([/a/i])).toContain('regex:a none');
  });

  test('a rule whose schema says all is none', () => {
    expect(reasons('required|uuid')).toEqual([]);
    expect(reasons('numeric:strict|max:5')).toEqual([]);
  });

  test('alternatives of Rule.when() are all accepted, and reported', () => {
    const { schema, gaps } = schemaOf({ f: ['required', Rule.when(() => true, 'integer', 'boolean')] }, advised);
    expect(schema.properties?.['f']?.anyOf).toMatchObject([{ type: 'integer' }, { type: 'boolean' }]);
    expect(schema.required).toEqual(['f']);
    expect(gaps).toMatchObject([{ field: 'f', exactness: 'inexact' }]);
    expect(propertiesOf({ f: Rule.when(true, 'integer', 'boolean') }, advised)).toMatchObject({
      f: { type: 'integer' },
    });
  });

  test('tools name alternatives that they read from source code', () => {
    const { schema } = schemaOf({ f: eitherRules([['integer'], ['string', 'max:3'], ['required', 'list']]) }, advised);
    expect(schema.properties?.['f']?.anyOf).toMatchObject([{ type: 'integer' }, { maxLength: 3 }, { type: 'array' }]);
    expect(schema.required).toBeUndefined();
    expect(propertiesOf({ f: eitherRules([['list']]) }, advised)).toEqual({ f: { type: 'array' } });
  });

  test('wrong rules are refused as they are when they run', () => {
    expect(() => schemaOf({ f: 'min:x' })).toThrow(expect.objectContaining({ code: 'E_RULE_PARAMETERS' }));
    expect(() => schemaOf({ 'a..b': 'string' })).toThrow(expect.objectContaining({ code: 'E_FIELD_PATH' }));
    expect(() => schemaOf({ f: 1 })).toThrow(expect.objectContaining({ code: 'E_RULE_SHAPE' }));
  });
});

describe('files', () => {
  test('make the body multipart, and say their media types', () => {
    const made = schemaOf({ title: 'string', cover: 'required|image|max:100', 'photos.*': 'mimes:png,jpg' }, advised);
    expect(made.mediaTypes).toEqual(['multipart/form-data']);
    expect(made.encoding).toEqual({
      cover: { contentType: 'image/*' },
      photos: { contentType: 'image/png, image/jpeg' },
    });
    expect(made.schema.properties).toMatchObject({
      cover: { type: 'string', format: 'binary', description: 'An image. At most 100 KiB.' },
      photos: { type: 'array', items: { type: 'string', format: 'binary' } },
    });
  });

  test('without them a body is JSON or a form', () => {
    expect(schemaOf({ title: 'string' }).mediaTypes).toEqual([
      'application/json',
      'application/x-www-form-urlencoded',
      'multipart/form-data',
    ]);
  });
});

describe('rules of the application', () => {
  class Phone implements CustomRule {
    signature(): string {
      return 'phone';
    }

    passes(): boolean {
      return true;
    }

    message(): string {
      return 'No phone number.';
    }

    schema(country = 'any'): JsonSchema {
      return { type: 'string', pattern: '^\\+?\\d+$', description: `A phone number of ${country}.` };
    }
  }

  const even = defineRule({
    name: 'even',
    parameters: { min: 0, max: 0 },
    compile: () => (value) => Number(value) % 2 === 0,
    schema: ({ advised: isAdvised }) => (isAdvised ? { type: 'integer', multipleOf: 2 } : {}),
  });

  test('have the schema that they give', () => {
    expect(propertiesOf({ f: 'phone:de', n: 'even' }, { ...advised, rules: [new Phone(), even] })).toEqual({
      f: { type: 'string', pattern: '^\\+?\\d+$', description: 'A phone number of de.' },
      n: { type: 'integer', multipleOf: 2 },
    });
  });

  test('are those of the facade', async () => {
    const app = await setup(null, { env: { APP_ENV: 'testing' } })
      .withPlugins([validation()])
      .withRules([new Phone(), even])
      .create();
    const rules = app.facades.Validation().ownRules();
    expect(rules.map(({ name }) => name)).toEqual(['phone', 'even']);
    expect(schemaOf({ f: 'phone' }, { rules }).gaps).toEqual([]);
    await app.close();
  });
});
