import { describe, expect, test } from '@jest/globals';
import type { Context } from '@taproot/core';
import { type Data, FormRequest, validation } from '@taproot/validation';
import { bootWith } from '../../core/support.ts';
import { contextOf, requestWith } from '../request-with.ts';
import { createEngine, validate } from './support.ts';

type Input = Readonly<Record<string, unknown>>;
type RulesMap = Record<string, unknown>;

class Profile extends FormRequest {
  static override readonly fields: Readonly<Record<string, string>> = { city: 'address.city' };
  name = '';
  role = 'user';
  note = 'none';
  meta: Input = { a: 0 };
  city = '';

  override rules(): RulesMap {
    return { name: 'required|string', note: '', 'meta.a': 'integer', 'address.city': 'string' };
  }
}

const bound = async (data: Input): Promise<Input> => {
  const profile = await (await requestWith(data)).validated(Profile);
  return Object.fromEntries(Object.entries(profile));
};

describe('S-10: a form request', () => {
  test('keeps the defaults of properties without rules', async () => {
    expect(await bound({ name: 'ada', role: 'admin', meta: { a: '1', b: 2 } })).toEqual({
      name: 'ada',
      role: 'user',
      note: 'none',
      meta: { a: 1 },
      city: '',
    });
    const form = new Profile();
    expect(await (await requestWith({ name: 'ada', role: 'admin' })).validateRequest(form)).toBeNull();
    expect(form.role).toBe('user');
  });

  test("takes a property with the rule '' as it was sent, and one by the name of its input", async () => {
    const sent = { name: 'ada', note: { any: [1] }, address: { city: 'Kyoto', street: 'x' } };
    expect(await bound(sent)).toMatchObject({ note: { any: [1] }, city: 'Kyoto' });
  });

  const refusal = async (rules: RulesMap, fields: Readonly<Record<string, string>> = {}): Promise<unknown> => {
    class StorePost extends FormRequest {
      static override readonly fields = fields;
      title = '';
      tags: string[] = [];
      override rules(): RulesMap {
        return rules;
      }
    }
    return (await requestWith({ title: 'x' })).validated(StorePost).catch((error: unknown) => error);
  };

  test('refuses rules and static fields for what is no property, with the nearest', async () => {
    expect(await refusal({ titel: 'required' })).toMatchObject({
      code: 'E_FORM_FIELD',
      message:
        'rules() of the form request StorePost names "titel", but the form has no such property. Did you mean "title"?',
    });
    expect(await refusal({ title: '', 'tag.*': 'string' })).toMatchObject({ code: 'E_FORM_FIELD' });
    expect(await refusal({ labls: 'list' }, { tags: 'labels' })).toMatchObject({
      message: expect.stringContaining('Did you mean "labels"?'),
    });
    expect(await refusal({ title: '' }, { tag: 'labels' })).toMatchObject({
      message: expect.stringContaining('static fields of the form request StorePost names "tag"'),
    });
    expect(await refusal({ title: '', labels: 'list', 'labels.*': 'string' }, { tags: 'labels' })).toMatchObject({
      title: 'x',
    });
  });

  test('is looked at again when its rules name other fields', async () => {
    let rules: RulesMap = { title: '' };
    class Post extends FormRequest {
      title = '';
      override rules(): RulesMap {
        return rules;
      }
    }
    const request = await requestWith({ title: 'x' });
    await request.validated(Post);
    rules = { title: '', titel: '' };
    await expect(request.validated(Post)).rejects.toMatchObject({ code: 'E_FORM_FIELD' });
  });
});

describe('a form request that cannot be used is told by its name:', () => {
  const request = () => requestWith({});

  // What only a program in JavaScript gives.
  const odd = (value: unknown): never => value as never;

  test('without rules()', async () => {
    class NoRules extends FormRequest {
      override rules = odd(undefined);
    }
    await expect((await request()).validated(odd(NoRules))).rejects.toMatchObject({
      code: 'E_FORM_RULES',
      message: 'The form request NoRules has no rules: it has no method rules().',
    });
  });

  test('with rules() that give nothing', async () => {
    class GivesNothing extends FormRequest {
      override rules(): RulesMap {
        return odd(undefined);
      }
    }
    await expect((await request()).validated(GivesNothing)).rejects.toMatchObject({
      code: 'E_FORM_RULES',
      message: expect.stringContaining('rules() gives undefined'),
    });
  });

  test('validated(new F()), validateRequest(F), validated(function)', async () => {
    const asked = await request();
    await expect(asked.validated(odd(new Profile()))).rejects.toMatchObject({
      code: 'E_VALIDATION_CALL',
      message: 'validated() got an object of the form request Profile.',
      fix: expect.stringContaining('validated(Profile)'),
    });
    await expect(asked.validateRequest(odd(Profile))).rejects.toMatchObject({
      code: 'E_VALIDATION_CALL',
      fix: expect.stringContaining('new Profile()'),
    });
    await expect(asked.validated(odd(() => ({})))).rejects.toMatchObject({ code: 'E_VALIDATION_CALL' });
  });
});

describe('values that are not a map of rules are refused with a hint:', () => {
  const odd = (value: unknown): never => value as never;

  test('F8: make(data, rules)', async () => {
    const app = await bootWith([validation()]);
    const refused = app.facades.Validation().make(odd({ a: 1 }), odd({ a: 'required' }), odd(undefined));
    await expect(refused).rejects.toMatchObject({
      code: 'E_VALIDATION_CALL',
      message: 'make() got { a: 1 } for its context.',
      fix: expect.stringContaining('make(ctx, data, rules)'),
    });
    await expect(app.facades.Validation().make(null, {}, odd('required'))).rejects.toMatchObject({
      code: 'E_VALIDATION_CALL',
      message: "make() got 'required' for its rules.",
    });
    await app.close();
  });

  test('F9: validated(undefined), validate(null)', async () => {
    const request = await requestWith({});
    await expect(request.validated(odd(undefined))).rejects.toMatchObject({
      code: 'E_VALIDATION_CALL',
      message: 'validated() got undefined for its rules.',
      fix: expect.stringContaining('import'),
    });
    await expect(request.validate(odd(null))).rejects.toMatchObject({ code: 'E_VALIDATION_CALL' });
  });
});

test('V-8: an error that prepareForValidation returns rejects, as one it throws', async () => {
  const prepare = (_ctx: unknown, data: Data): Error | null => (data.has('bad') ? new Error('no') : null);
  await expect(validate({ bad: 1 }, { a: '' }, { prepareForValidation: prepare })).rejects.toThrow('no');
  expect((await validate({}, { a: '' }, { prepareForValidation: async () => undefined })).passes()).toBe(true);
  class Post extends FormRequest {
    title = '';
    override rules(): RulesMap {
      return { title: '' };
    }
    override async prepareForValidation(_ctx: Context, data: Data): Promise<Error | null> {
      return data.has('bad') ? new Error('not this one') : null;
    }
  }
  const ctx = contextOf(await bootWith([validation()]), { bad: 1 });
  await expect(ctx.request().validated(Post)).rejects.toThrow('not this one');
});

describe('V-4: bind()', () => {
  const rules = { 'user.admin': 'integer', 'user.old': 'exclude', 'items.*.id': 'integer', gone: 'exclude' };
  const data = {
    user: { admin: '1', note: 'n', old: 'x', deep: { a: [1] } },
    items: [{ id: '1', note: 'a' }, { note: 'b' }, 7],
    gone: 1,
    free: { a: null },
  };

  test('keeps what no rule speaks of, nested keys too, below the valid data', async () => {
    const validator = await createEngine().validate(null, data, rules);
    const target = { user: {}, items: [] as unknown[], gone: 'kept', free: {}, other: 'kept' };
    expect(structuredClone({ ...validator.bind(target) })).toEqual({
      user: { admin: '1', note: 'n', deep: { a: [1] } },
      items: [{ id: '1', note: 'a' }, { note: 'b' }, 7],
      gone: 'kept',
      free: { a: null },
      other: 'kept',
    });
  });

  test("gives new objects, and never the caller's", async () => {
    const validator = await validate(data, rules);
    const target: Record<'user' | 'free', Input> = { user: {}, free: {} };
    const { user, free } = validator.bind(target);
    expect(user['deep']).not.toBe(data.user.deep);
    expect(free).not.toBe(data.free);
  });

  test('takes nothing of a field that is valid by its rules alone', async () => {
    const validator = await validate({ list: [{ a: 1, b: 2 }] }, { list: 'required|array' });
    expect({ ...validator.bind({ list: [] as unknown[] }) }).toEqual({ list: [{ a: 1, b: 2 }] });
  });
});
