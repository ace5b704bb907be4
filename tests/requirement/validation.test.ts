import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { auth } from '@taproot/auth';
import { type Application, type Context, createFacades, setup } from '@taproot/core';
import { database } from '@taproot/database';
import { fastify } from '@taproot/fastify';
import { lang } from '@taproot/lang';
import { routing } from '@taproot/routing';
import { http, upload } from '@taproot/testing';
import { type CustomFilter, type CustomRule, type Data, FormRequest, validation } from '@taproot/validation';
import { drivers } from '../support/drivers.ts';

// What the requirement says of validation, name by name, on both drivers.

const even: CustomRule = {
  signature: () => 'even_of',
  passes: (_ctx, data, value, ...options) => data.has('amount') && Number(value) % Number(options[0]) === 0,
  message: () => ':attribute is :value, not of :option0.',
};

const dashed: CustomFilter = {
  signature: () => 'dashed',
  handle: () => (value) => String(value).replaceAll(' ', '-'),
};

const handle = createFacades();
const { facades } = handle;

class StoreBook extends FormRequest {
  title = '';
  unruled = '';
  cover: unknown = null;
  pages: unknown[] = [];

  override async authorize(ctx: Context) {
    const post = { id: 1, author: Number(ctx.request().query('author', '0')) };
    if (!(await facades.Gate(ctx).allows('update-post', { post }))) throw new Error('Not yours.');
  }

  override rules(): Record<string, unknown> {
    return { title: ['required', 'max:20', 'regex:^[a-z|-]+$'], cover: 'image', pages: 'array', 'pages.*': 'file' };
  }

  override filters() {
    return { title: 'trim|lower' };
  }

  override messages() {
    return { 'title.required': 'A :attribute, please.' };
  }

  override attributes() {
    return { title: 'headline' };
  }

  override prepareForValidation(_ctx: Context, data: Data) {
    const [title, exists] = data.get('title');
    if (exists && title === 'untitled') data.set('title', 'set-before');
  }
}

const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

const rules: Record<string, string> = { name: 'required|min:3', 'tags.*': 'integer', amount: 'even_of:4' };
const filters: Record<string, string[]> = { name: ['trim', 'dashed'] };

const boot = (driver: string) =>
  setup(handle, { basePath: import.meta.dirname, env: { APP_ENV: 'testing' } })
    .withPlugins([routing(), fastify(), validation(), lang(), auth(), database()])
    .withConfig({ http: { driver }, app: { debug: false } })
    .withRules([even])
    .withFilters([dashed])
    .withCallback(() => {
      facades.Gate().define('update-post', (_user, { post }) => post.author === 1, { guests: true });
    })
    .withRouting((route) => {
      route.post('/validate', async (ctx) => {
        const validator = await ctx.request().validate(rules, {
          messages: { 'name.min': 'Longer than :min!', integer: 'No number at :attribute.' },
          attributes: { amount: 'sum' },
          filters,
          prepareForValidation: (_ctx, data) => void (data.has('amount') || data.set('amount', 8)),
        });
        const errors = validator.errors();
        return ctx.response().json(200, {
          fails: validator.fails(),
          one: errors.one('name'),
          get: errors.get('name'),
          all: errors.all(),
          has: errors.has('amount'),
          validated: validator.fails() ? null : validator.validated(),
        });
      });
      route.post('/books', async (ctx) => {
        const book = new StoreBook();
        const errors = await ctx.request().validateRequest(book);
        return ctx.response().json(errors === null ? 200 : 422, {
          errors: errors?.all() ?? null,
          title: book.title,
          unruled: book.unruled,
          cover: book.cover !== null,
          pages: book.pages.length,
        });
      });
      route.post('/german', async (ctx) => {
        facades.App().setLocale(ctx, 'de');
        const validator = await ctx.request().validate({ name: 'required', 'items.*.price': 'required' });
        return ctx.response().json(200, validator.errors());
      });
    })
    .create();

describe.each(drivers)('validation of requests on the %s driver', (driver) => {
  let app: Application;

  beforeAll(async () => {
    app = await boot(driver);
  });

  afterAll(() => app.close());

  test('validate(): messages, attributes, filters, preparation, rules and filters of the application', async () => {
    await http(app)
      .post('/validate', { name: ' a ', tags: [1, 'x'], amount: 6 })
      .assertExactJson({
        fails: true,
        one: 'Longer than 3!',
        get: { min: 'Longer than 3!' },
        all: {
          name: { min: 'Longer than 3!' },
          'tags.1': { integer: 'No number at tags.1.' },
          amount: { even_of: 'sum is 6, not of 4.' },
        },
        has: true,
        validated: null,
      });
    await http(app)
      .post('/validate', { name: ' a b c ', tags: [1, 2], other: 'left out' })
      .assertJsonPath('validated', { name: 'a-b-c', tags: [1, 2], amount: 8 });
  });

  test('validateRequest(): binds what is declared, also files, and tells the errors', async () => {
    const files = { cover: new File([png], 'c.png'), 'pages[]': new File(['p'], 'p.txt') };
    await http(app)
      .post('/books?author=1', upload({ title: ' ROOTS|and ', unruled: 'sent' }, files))
      .assertExactJson({ errors: null, title: 'roots|and', unruled: '', cover: true, pages: 1 });
    await http(app).post('/books?author=1', { title: 'untitled' }).assertJsonPath('title', 'set-before');
    await http(app)
      .post('/books?author=1', {})
      .assertUnprocessable()
      .assertJsonPath('errors', { title: { required: 'A headline, please.' } });
  });

  test("validateRequest() rejects with what authorize throws, which here is nobody's but the application's", async () => {
    const response = await http(app).post('/books', { title: 'roots' });
    expect(response.status).toBe(500);
    expect(response.error).toMatchObject({ message: 'Not yours.' });
  });

  test('the locale of a request chooses the file of its messages', async () => {
    await http(app)
      .post('/german', { items: [{}] })
      .assertExactJson({ name: ['Der Name fehlt.'], 'items.0.price': ['Der Preis fehlt.'] });
  });
});

describe('make() without a request', () => {
  let app: Application;

  beforeAll(async () => {
    app = await boot('koa');
  });

  afterAll(() => app.close());

  class Struct {
    name = 'ada';
    tags = ['a'];
  }

  test.each([
    ['a map', { name: 'ada', tags: ['a'] }],
    ['an object of a class', new Struct()],
    ['a Map', new Map<string, unknown>(Object.entries(new Struct()))],
    ['URLSearchParams', new URLSearchParams('name=ada&tags[]=a')],
  ])('takes %s', async (_kind, data) => {
    const validator = await app.facades.Validation().make(null, data, { name: 'required|alpha', 'tags.*': 'string' });
    expect(validator.fails()).toBe(false);
    expect(validator.validated()).toEqual({ name: 'ada', tags: ['a'] });
    const target = { name: '', tags: [] as unknown[], other: 'kept' };
    validator.bind(target);
    expect(target).toEqual({ name: 'ada', tags: ['a'], other: 'kept' });
  });

  test('binds only after it has passed', async () => {
    const validator = await app.facades.Validation().make(null, { name: '7' }, { name: 'required|alpha' });
    expect(() => validator.bind({ name: '' })).toThrow(expect.objectContaining({ status: 422 }));
  });
});
