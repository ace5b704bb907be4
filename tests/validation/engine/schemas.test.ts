import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { type Application, type Context, NotFoundError, setup } from '@taproot/core';
import { definePlugin } from '@taproot/core/plugin';
import { fastify } from '@taproot/fastify';
import { koa } from '@taproot/koa';
import { type RootRouter, routing } from '@taproot/routing';
import { http } from '@taproot/testing';
import { type Data, FormRequest, formRequest, type StandardSchema, validation } from '@taproot/validation';
import vine from '@vinejs/vine';
import { type } from 'arktype';
import * as v from 'valibot';
import { z } from 'zod';
import { withCode } from '../../core/support.ts';

const byZod = z.object({
  title: z.string().trim().min(2),
  seats: z.coerce.number().int().default(1),
  items: z.array(z.object({ sku: z.string() })).optional(),
});

const byValibot = v.object({
  title: v.pipe(v.string(), v.trim(), v.minLength(2)),
  seats: v.optional(v.pipe(v.unknown(), v.transform(Number), v.integer()), 1),
  items: v.optional(v.array(v.object({ sku: v.string() }))),
});

const byArkType = type({
  title: type('string.trim').to('string >= 2'),
  seats: type('number.integer | string.integer.parse').default(1),
  'items?': type({ sku: 'string' }).array(),
  // ArkType keeps keys that it does not know, unless it is told to.
  '+': 'delete',
});

const byVine = vine.create(
  vine.object({
    title: vine.string().trim().minLength(2),
    seats: vine
      .number()
      .withoutDecimals()
      .parse((value) => value ?? 1),
    items: vine.array(vine.object({ sku: vine.string() })).parse((value) => value ?? []),
  }),
);

const libraries: Readonly<Record<string, StandardSchema<unknown, { readonly title: string }>>> = {
  zod: byZod,
  valibot: byValibot,
  arktype: byArkType,
  vine: byVine,
};

class ZodForm extends formRequest(byZod) {
  override authorize(ctx: Context): boolean {
    return ctx.request().header('X-Role') !== 'guest';
  }
}

class LooseForm extends formRequest(z.looseObject({ title: z.string() })) {}

class PreparedForm extends formRequest(byZod, {
  prepareForValidation: (_ctx, data: Data) => data.set('title', 'prepared'),
}) {}

class OwnFields extends FormRequest {
  title = '';
  seats = 0;
  untouched = 'mine';

  override rules() {
    return z.object({ title: z.string(), seats: z.coerce.number(), untouched: z.string().optional() });
  }
}

// The compiler refuses it, too.
class MadeForm extends formRequest((() => byZod) as unknown as typeof byZod) {}

const standard = (validate: (value: unknown) => unknown): StandardSchema => ({
  // A library may break its promise.
  '~standard': { version: 1, vendor: 'mine', validate: validate as StandardSchema['~standard']['validate'] },
});

const routes = (route: RootRouter): void => {
  for (const [name, schema] of Object.entries(libraries)) {
    route.post(`/${name}`, async (ctx) => ({ ...(await ctx.request().validated(schema)) }));
    route.post(`/${name}/validate`, async (ctx) => {
      const validator = await ctx.request().validate(schema);
      return validator.fails() ? validator.errors().all() : { valid: validator.validated().title };
    });
  }
  route.post('/form', async (ctx) => {
    const { title, seats } = await ctx.request().validated(ZodForm);
    return { title, seats };
  });
  route.post('/loose', async (ctx) => {
    const form = await ctx.request().validated(LooseForm);
    const { title } = form;
    return { title, keys: Object.keys(form).join(' '), allowed: form.authorize(ctx) === true };
  });
  route.post('/prepared', async (ctx) => {
    const { title, seats } = await ctx.request().validated(PreparedForm);
    return { title, seats };
  });
  route.post('/own', async (ctx) => {
    const { title, seats, untouched } = await ctx.request().validated(OwnFields);
    return { title, seats, untouched };
  });
  route.post('/made', async (ctx) => {
    const { title, seats } = await ctx.request().validated(MadeForm);
    return { title, seats };
  });
  route.put(
    '/posts/{id}',
    async (ctx) => await ctx.request().validated(z.object({ id: z.coerce.number(), q: z.string() })),
  );
  route.post(
    '/root',
    async (ctx) =>
      await ctx
        .request()
        .validated(z.object({ a: z.string(), b: z.string() }).refine(({ a, b }) => a === b, 'Not the same.')),
  );
  route.post(
    '/async',
    async (ctx) =>
      await ctx.request().validated(z.object({ name: z.string().refine(async (name) => name !== 'taken', 'Taken.') })),
  );
  route.post(
    '/throws',
    async (ctx) =>
      await ctx.request().validated(
        z.object({
          name: z.string().transform((name) => {
            if (name === 'missing') throw new NotFoundError();
            throw new TypeError('no way');
          }),
        }),
      ),
  );
};

const failed: string[] = [];

const listener = definePlugin({
  name: 'listener',
  after: ['validation'],
  apply: (app) =>
    app.facades.Validation().hooks.failed.tap('listener', (validator) => void failed.push(validator.errors().first())),
});

const boot = (driver: string): Promise<Application> =>
  setup(null, { env: { APP_ENV: 'testing' } })
    .withPlugins([routing({ driver }), koa(), fastify(), validation({ timeout: 0.05, max_failures: 3 }), listener])
    .withRouting(routes)
    .create();

describe.each(['koa', 'fastify'])('schemas on the driver %s', (driver) => {
  let app: Application;
  beforeAll(async () => {
    app = await boot(driver);
  });
  afterAll(() => app.close());

  describe.each(Object.keys(libraries))('%s', (library) => {
    test('gives the value of the schema: trimmed, converted, with defaults, without other keys', async () => {
      const response = await http(app).post(`/${library}`, { title: ' Roots ', admin: true, items: [{ sku: 'A' }] });
      expect(response.status).toBe(200);
      expect(response.json()).toEqual({ title: 'Roots', seats: 1, items: [{ sku: 'A' }] });
    });

    test('reads forms, whose values are strings', async () => {
      const response = await http(app).post(`/${library}`, new URLSearchParams({ title: 'Roots', seats: '7' }));
      expect(response.json()).toMatchObject({ title: 'Roots', seats: 7 });
    });

    test('answers 422 with the errors by field, in dots', async () => {
      const response = await http(app).post(`/${library}`, { title: 'x', items: [{ sku: 'A' }, {}] });
      expect(response.status).toBe(422);
      const body = response.json() as { readonly code: string; readonly errors: Readonly<Record<string, string[]>> };
      expect(body.code).toBe('E_VALIDATION_FAILED');
      expect(Object.keys(body.errors).toSorted()).toEqual(['items.1.sku', 'title']);
      expect(body.errors['title']).toEqual([expect.any(String)]);
    });

    test('validate() lets the handler answer', async () => {
      const wrong = await http(app).post(`/${library}/validate`, { title: 'x' });
      expect(wrong.json()).toEqual({ title: { schema: expect.any(String) } });
      const right = await http(app).post(`/${library}/validate`, { title: 'right' });
      expect(right.json()).toEqual({ valid: 'right' });
    });
  });

  test('form requests have the fields that the schema gives', async () => {
    const response = await http(app).post('/form', { title: ' Roots ', seats: '2' });
    expect(response.json()).toEqual({ title: 'Roots', seats: 2 });
    expect((await http(app).post('/form', {})).status).toBe(422);
    expect((await http(app).withHeader('X-Role', 'guest').post('/form', { title: 'Roots' })).status).toBe(403);
  });

  test('prepareForValidation() runs before the schema', async () => {
    expect((await http(app).post('/prepared', {})).json()).toEqual({ title: 'prepared', seats: 1 });
  });

  test('a schema that keeps unknown keys cannot replace members of the form', async () => {
    const response = await http(app)
      .withHeader('Content-Type', 'application/json')
      .post('/loose', '{"title":"a","authorize":"no","rules":1,"extra":2}');
    expect(response.json()).toEqual({ title: 'a', keys: 'title extra', allowed: true });
  });

  test('a function of formRequest() cannot give a schema', async () => {
    expect((await http(app).post('/made', { title: 'Roots' })).status).toBe(500);
  });

  test('a form request with fields of its own is filled by name', async () => {
    const response = await http(app).post('/own', { title: 'a', seats: '3' });
    expect(response.json()).toEqual({ title: 'a', seats: 3, untouched: 'mine' });
  });

  test('the schema sees parameters of the path and of the query', async () => {
    expect((await http(app).put('/posts/7?q=x', {})).json()).toEqual({ id: 7, q: 'x' });
  });

  test('an issue of the whole input is under the empty name', async () => {
    expect((await http(app).post('/root', { a: '1', b: '2' })).json()).toMatchObject({
      errors: { '': ['Not the same.'] },
    });
  });

  test('a schema may be async', async () => {
    expect((await http(app).post('/async', { name: 'free' })).json()).toEqual({ name: 'free' });
    expect((await http(app).post('/async', { name: 'taken' })).json()).toMatchObject({ errors: { name: ['Taken.'] } });
  });

  test('a schema that throws is a 500, unless its error has a status', async () => {
    expect((await http(app).post('/throws', { name: 'x' })).status).toBe(500);
    expect((await http(app).post('/throws', { name: 'missing' })).status).toBe(404);
  });

  test('a list as the whole body has no fields', async () => {
    expect((await http(app).post('/zod', [1])).status).toBe(400);
  });
});

describe('Validation with a schema', () => {
  let app: Application;
  beforeAll(async () => {
    app = await boot('koa');
  });
  afterAll(() => app.close());
  const make = (data: object, schema: StandardSchema<unknown, object>, options?: { readonly messages: object }) =>
    app.facades.Validation().make(null, data, schema, options as undefined);

  test('make() reads any data that has fields', async () => {
    const data = new Map([['title', 'Roots']]);
    expect((await make(data, byZod)).validated()).toEqual({ title: 'Roots', seats: 1 });
  });

  test('keeps several messages of one field apart', async () => {
    const schema = z.object({
      name: z
        .string()
        .min(3, 'Short.')
        .regex(/^[a-z]+$/, 'Letters.'),
    });
    const errors = (await make({ name: '1' }, schema)).errors();
    expect(errors.toJSON()).toEqual({ name: ['Short.', 'Letters.'] });
    expect(errors.get('name')).toEqual({ schema: 'Short.', schema2: 'Letters.' });
    expect(errors.one('name')).toBe('Short.');
  });

  test('escapes dots in keys, as in paths of rules', async () => {
    const schema = z.object({ 'a.b': z.string('No.') });
    expect((await make({}, schema)).errors().toJSON()).toEqual({ 'a\\.b': ['No.'] });
  });

  test('stops at max_failures issues', async () => {
    const validator = await make({ list: [1, 2, 3, 4, 5] }, z.object({ list: z.array(z.string()) }));
    expect(Object.keys(validator.errors().all())).toHaveLength(3);
  });

  test('calls the hook for input that is not valid', async () => {
    failed.length = 0;
    await make({}, z.object({ name: z.string('Say your name.') }));
    expect(failed).toEqual(['Say your name.']);
  });

  test('bind() copies the input, with the values of the schema', async () => {
    const target = { title: '', seats: 0, other: '' };
    const validator = await make({ title: ' Roots ', seats: '4', other: 'sent' }, byZod);
    expect(validator.bind(target)).toEqual({ title: 'Roots', seats: 4, other: 'sent' });
  });

  test('a schema that throws, that never ends, or that gives nothing is an error of its own', async () => {
    const reject = (schema: StandardSchema, error: unknown) => expect(make({}, schema as never)).rejects.toEqual(error);
    const broken = () => {
      throw new TypeError('no way');
    };
    await reject(standard(broken), withCode('E_SCHEMA_FAILED'));
    await reject(
      standard(() => Promise.reject(new TypeError('no way'))),
      withCode('E_SCHEMA_FAILED'),
    );
    await reject(
      standard(() => new Promise(() => undefined)),
      withCode('E_SCHEMA_TIMEOUT'),
    );
    for (const result of [undefined, {}, { issues: [] }, 'x'])
      await reject(
        standard(() => result),
        withCode('E_SCHEMA_RESULT'),
      );
  });

  test('refuses a module, and a schema that no input fits', async () => {
    const zod: unknown = await import('zod');
    await expect(make({}, zod as never)).rejects.toMatchObject({
      code: 'E_VALIDATION_CALL',
      message: expect.stringContaining('got a module'),
    });
    for (const schema of [z.array(z.string()), z.string(), v.array(v.string())])
      await expect(make({}, schema as never)).rejects.toMatchObject({
        code: 'E_VALIDATION_CALL',
        status: 500,
        fix: expect.stringContaining('judge(value, schema)'),
      });
  });

  test('refuses messages and filters beside a schema', async () => {
    await expect(make({}, byZod, { messages: { title: 'No.' } })).rejects.toEqual(withCode('E_VALIDATION_CALL'));
  });

  test('a rules map with a field of the name ~standard is a rules map', async () => {
    const validator = await app.facades.Validation().make(null, { '~standard': 'a' }, { '~standard': 'integer' });
    expect(validator.fails()).toBe(true);
  });
});

describe('judge()', () => {
  let app: Application;
  beforeAll(async () => {
    app = await boot('koa');
  });
  afterAll(() => app.close());

  test('judges any value by a schema', async () => {
    const { judge } = { judge: app.facades.Validation().judge.bind(app.facades.Validation()) };
    expect(await judge([' a '], z.array(z.string().trim()))).toEqual({ valid: true, value: ['a'] });
    const wrong = await judge('x', z.number('A number, please.'));
    expect(wrong.valid ? null : wrong.errors.toJSON()).toEqual({ '': ['A number, please.'] });
  });

  test('judges objects by rules, and converts their values', async () => {
    const validation = app.facades.Validation();
    expect(await validation.judge({ n: '5', other: 1 }, { n: 'required|integer' })).toEqual({
      valid: true,
      value: { n: 5 },
    });
    const wrong = await validation.judge({}, { n: 'required|integer' });
    expect(wrong.valid ? null : wrong.errors.toJSON()).toEqual({ n: ['The n is required.'] });
    for (const value of [null, 'x', [1]]) {
      const none = await validation.judge(value, { n: 'required|integer' });
      expect(none.valid ? null : none.errors.toJSON()).toEqual({ '': ['The value must be an object.'] });
    }
  });
});
