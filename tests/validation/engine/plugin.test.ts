import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { type Context, setup } from '@taproot/core';
import { definePlugin } from '@taproot/core/plugin';
import { lang } from '@taproot/lang';
import {
  type CustomRule,
  type Data,
  defineFilter,
  FormRequest,
  type PresenceQuery,
  Rule,
  validation,
} from '@taproot/validation';
import { Validation } from '../../../plugins/validation/src/validation.ts';
import { bootWith } from '../../core/support.ts';
import { contextOf, requestWith } from '../request-with.ts';

const compile = (): (() => boolean) => () => true;

class StorePost extends FormRequest {
  static override readonly fields = { text: 'body' };
  title = '';
  text = '';
  isAdmin = false;
  asked: string[] = [];

  override rules(): Record<string, unknown> {
    this.asked.push('rules');
    return { title: 'required', body: 'required_with:title' };
  }

  override messages(): Record<string, string> {
    return { required: ':attribute!' };
  }

  override attributes(): Record<string, string> {
    return { title: 'Headline' };
  }

  override prepareForValidation(_ctx: Context, data: Data): void {
    this.asked.push('prepare');
    if (data.has('heading')) data.set('title', data.get('heading')[0]);
  }
}

class Refused extends StorePost {
  override authorize(): Error {
    return new Error('not yours');
  }
}

const valid = { heading: 'h', body: 'b', authorize: 'x', __proto__: { isAdmin: true } };

describe('ctx.request()', () => {
  test('validate() takes everything the client sent', async () => {
    const request = await requestWith({ a: 'x' });
    expect((await request.validate({ a: 'required' })).validated()).toEqual({ a: 'x' });
    expect((await request.validate({ b: 'required' }, { messages: { required: 'R' } })).errors().one()).toBe('R');
  });

  test('validated() gives the valid data, or rejects with 422 and the messages', async () => {
    const request = await requestWith({ a: 'x', b: 1 });
    expect(await request.validated({ a: 'required' })).toEqual({ a: 'x' });
    await expect(request.validated({ c: 'required' }, { messages: { required: 'R' } })).rejects.toMatchObject({
      code: 'E_VALIDATION_FAILED',
      status: 422,
      details: { errors: { c: ['R'] } },
    });
  });
});

describe('a form request', () => {
  test('is bound when the input is valid: prepared, by its own field names, nothing undeclared', async () => {
    const form = new StorePost();
    expect(await (await requestWith(valid)).validateRequest(form)).toBeNull();
    expect(form).toMatchObject({ title: 'h', text: 'b', isAdmin: false, asked: ['rules', 'prepare'] });
    expect(Object.hasOwn(form, 'authorize')).toBe(false);
  });

  test('tells its errors and stays as it was when the input is not', async () => {
    const form = new StorePost();
    const errors = await (await requestWith({ body: 'b' })).validateRequest(form);
    expect(errors?.all()).toEqual({ title: { required: 'Headline!' } });
    expect(form.text).toBe('');
  });

  test('rejects with the error of authorize before anything else', async () => {
    const form = new Refused();
    await expect((await requestWith(valid)).validateRequest(form)).rejects.toThrow('not yours');
    expect(form.asked).toEqual([]);
  });

  test('given as a class is bound, or rejects with 422 or 403', async () => {
    expect(await (await requestWith(valid)).validated(StorePost)).toMatchObject({ title: 'h', text: 'b' });
    await expect((await requestWith({})).validated(StorePost)).rejects.toMatchObject({ status: 422 });
    await expect((await requestWith(valid)).validated(Refused)).rejects.toMatchObject({ status: 403 });
  });

  test('that answers false is refused with 403', async () => {
    class Never extends StorePost {
      override authorize(): boolean {
        return false;
      }
    }
    await expect((await requestWith(valid)).validateRequest(new Never())).rejects.toMatchObject({ status: 403 });
  });
});

describe('the plugin', () => {
  test('validates without HTTP, by its facade', async () => {
    const app = await bootWith([validation()]);
    const validator = await app.facades.Validation().make(null, {}, { a: 'required' });
    expect([validator.fails(), validator.passes()]).toEqual([true, false]);
  });

  test('tells the failed hook of every input that is not valid', async () => {
    const seen: string[] = [];
    const app = await bootWith([
      validation(),
      definePlugin({
        name: 'watch',
        after: ['validation'],
        apply: (app) =>
          app.facades.Validation().hooks.failed.tap('watch', (validator) => void seen.push(validator.errors().one())),
      }),
    ]);
    await app.facades.Validation().make(null, { a: 1 }, { a: 'required' });
    await app.facades.Validation().make(null, {}, { a: 'required' }, { messages: { required: 'R' } });
    expect(seen).toEqual(['R']);
  });

  test('asks the presence verifier that another plugin contributes', async () => {
    const asked: PresenceQuery[] = [];
    const app = await bootWith([
      validation(),
      definePlugin({
        name: 'tables',
        provides: { presence: () => ({ present: async (query) => (asked.push(query), [true]) }) },
      }),
    ]);
    expect((await app.facades.Validation().make(null, { a: 'x' }, { a: 'exists:users,email' })).passes()).toBe(true);
    expect(asked).toMatchObject([{ connection: null, table: 'users', columns: ['email'], values: ['x'] }]);
  });

  test('takes messages and names of fields from the language files, in the locale of the request', async () => {
    const basePath = await mkdtemp(join(tmpdir(), 'validation-'));
    try {
      await mkdir(join(basePath, 'lang', 'de'), { recursive: true });
      const texts = {
        required: ':Attribute fehlt.',
        min: { string: ':min Zeichen!' },
        attributes: { name: 'der Name' },
      };
      await writeFile(join(basePath, 'lang', 'de', 'validation.json'), JSON.stringify(texts));
      const app = await setup(null, { basePath, env: { APP_ENV: 'testing', APP_LOCALE: 'de' } })
        .withPlugins([lang(), validation()])
        .withConfig({ lang: { reload: true } })
        .create();
      const rules = { name: 'required', code: 'min:5' };
      const validator = await app.facades.Validation().make(null, { code: 'x' }, rules);
      expect(validator.errors().toJSON()).toEqual({ name: ['Der Name fehlt.'], code: ['5 Zeichen!'] });
      expect((await contextOf(app, {}).request().validate(rules)).errors().one('name')).not.toBe('Der Name fehlt.');
      await writeFile(join(basePath, 'lang', 'de', 'validation.json'), JSON.stringify({ required: 'Neu.' }));
      const first = async () => (await app.facades.Validation().make(null, {}, rules)).errors().one('name');
      while ((await first()) !== 'Neu.') await new Promise(setImmediate);
      await app.close();
    } finally {
      await rm(basePath, { recursive: true });
    }
  });

  test.each([
    ['max_fields', 0],
    ['max_fields', 0.5],
    ['max_failures', 0],
    ['max_failures', -1],
    ['timeout', 0],
    ['timeout', -5],
  ])('refuses to boot with %s %p, which would turn validation off', async (key, value) => {
    await expect(bootWith([validation()], { validation: { [key]: value } })).rejects.toMatchObject({
      code: 'E_VALIDATION_SETTING',
      message: expect.stringContaining(`Configuration "validation.${key}" is ${value}, but must be `),
    });
  });

  test('takes the smallest limits that mean something', async () => {
    const app = await bootWith([validation()], { validation: { max_fields: 1, max_failures: 1, timeout: 0.5 } });
    const validator = await app.facades.Validation().make(null, {}, { a: 'required', b: 'required' });
    expect(Object.keys(validator.errors().all())).toEqual(['a']);
  });

  test('VA-24 refuses to boot when two rules have one name', async () => {
    const rule = (name: string) => ({ signature: () => name, passes: compile(), message: () => '' });
    const booting = setup(null, { env: { APP_ENV: 'testing' } })
      .withPlugins([validation()])
      .withRules([rule('mine')])
      .withRules(() => [rule('mine')])
      .create();
    await expect(booting).rejects.toMatchObject({ code: 'E_RULE_DUPLICATE' });
  });
});

test('V-7: a comparison with an absent field fails, unless it is written on a condition', async () => {
  const app = await bootWith([validation()]);
  const failing = async (data: Record<string, unknown>, other: unknown): Promise<string[]> => {
    const rules: Record<string, unknown> = { end: ['date', other], low: 'integer', high: ['integer', 'gt:low'] };
    return Object.keys((await app.facades.Validation().make(null, data, rules)).errors().all());
  };
  const rule = Rule.when((data) => data.has('start'), 'after_or_equal:start');
  expect(await failing({ end: '2030-01-01', high: 2 }, 'after_or_equal:start')).toEqual(['end', 'high']);
  expect(await failing({ end: '2030-01-01', low: 1, high: 2 }, rule)).toEqual([]);
  expect(await failing({ start: '2030-01-02', end: '2030-01-01' }, rule)).toEqual(['end']);
  await app.close();
});

declare module '@taproot/validation' {
  interface CustomRules {
    mine: unknown;
  }
  interface CustomFilters {
    mine: true;
  }
}

const create = (): Validation =>
  new Validation({
    services: { now: () => 0, presence: null, resolver: { resolve: async () => [] } },
    limits: { fields: 10_000, failures: 1000 },
    timeout: 5,
    translator: null,
    localeOf: () => 'en',
  });

const rule = (signature: string, passes: CustomRule['passes']): CustomRule => ({
  signature: () => signature,
  passes,
  message: () => ':attribute is :value, not :option0',
});

const withRule = (passes: CustomRule['passes']): Validation => {
  const validation = create();
  validation.addRules([rule('mine', passes)]);
  return validation;
};

describe('a custom rule', () => {
  test('gets context, data, value and parameters, and its message the placeholders', async () => {
    const validation = withRule(
      (ctx, data, value, ...options) => ctx === null && data.has('b') && options.includes(String(value)),
    );
    expect((await validation.make(null, { a: 'x', b: 1 }, { a: 'mine:x,y' })).passes()).toBe(true);
    const validator = await validation.make(null, { a: 'z', b: 1 }, { a: 'mine:x,y' });
    expect(validator.errors().all()).toEqual({ a: { mine: 'a is z, not x' } });
  });

  test('is skipped on absent and blank fields', async () => {
    const validation = withRule(() => false);
    expect((await validation.make(null, { b: ' ' }, { a: 'mine', b: 'mine' })).passes()).toBe(true);
  });

  test('VA-23 never passes by anything but true', async () => {
    const answers: unknown[] = [1, 'yes', {}, undefined, Promise.resolve('yes')];
    for (const answer of answers) {
      const validation = withRule(() => answer as boolean);
      await expect(validation.make(null, { a: 'x' }, { a: 'mine' })).rejects.toMatchObject({ code: 'E_RULE_RESULT' });
    }
    const later = withRule(async () => false);
    expect((await later.make(null, { a: 'x' }, { a: 'mine' })).fails()).toBe(true);
  });

  test('VA-23 that throws or rejects rejects the validation, naming field and rule', async () => {
    const failing: CustomRule['passes'][] = [
      () => {
        throw new Error('broken');
      },
      () => Promise.reject(new Error('broken')),
    ];
    for (const passes of failing)
      await expect(withRule(passes).make(null, { a: 'x' }, { a: 'mine' })).rejects.toMatchObject({
        code: 'E_RULE_FAILED',
        message: 'The rule "mine" of the field "a" threw an error: broken.',
      });
  });

  test('VA-24 may not take the name of another', () => {
    expect(() => create().addRules([rule('required', () => true)])).toThrow(
      expect.objectContaining({ code: 'E_RULE_DUPLICATE' }),
    );
    expect(() => create().addRules([rule('a', () => true), rule('a', () => true)])).toThrow(
      expect.objectContaining({ code: 'E_RULE_DUPLICATE' }),
    );
  });
});

describe('a custom filter', () => {
  const make = (filter: (value: unknown, ...parameters: string[]) => unknown) => {
    const validation = create();
    validation.addFilters([{ signature: () => 'mine', handle: () => filter }]);
    return validation.make(null, { a: 'x' }, { a: 'required' }, { filters: { a: 'mine:1,2' } });
  };

  test('converts with its parameters, at once or later', async () => {
    expect((await make((value, ...rest) => [value, ...rest])).validated()).toEqual({ a: ['x', '1', '2'] });
    expect((await make(async (value) => `${String(value)}!`)).validated()).toEqual({ a: 'x!' });
  });

  test('VA-23 that throws, or is no function, rejects the validation', async () => {
    const broken = make(() => {
      throw new Error('broken');
    });
    await expect(broken).rejects.toMatchObject({ code: 'E_FILTER_FAILED' });
    await expect(make(5 as never)).rejects.toMatchObject({ code: 'E_FILTER_FAILED' });
  });

  test('VA-24 may not take the name of another', () => {
    const validation = create();
    const filter = { signature: () => 'slug', handle: () => String };
    validation.addFilters([filter]);
    expect(() => validation.addFilters([filter])).toThrow(expect.objectContaining({ code: 'E_FILTER_DUPLICATE' }));
    expect(defineFilter({ name: 'x', apply: String }).name).toBe('x');
  });
});
