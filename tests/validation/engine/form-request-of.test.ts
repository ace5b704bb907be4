import { describe, expect, test } from '@jest/globals';
import type { Context } from '@taproot/core';
import { type Data, defineRules, formRequest, Rule } from '@taproot/validation';
import { requestWith } from '../request-with.ts';

class StorePost extends formRequest(
  { title: 'required|string|max:9', seats: 'integer|min:1', note: 'nullable|string', 'user.name': 'string' },
  {
    filters: { title: 'trim' },
    messages: { 'title.required': 'No title.' },
    attributes: { seats: 'chairs' },
    prepareForValidation(_ctx, data) {
      if (data.has('heading')) data.set('title', 'headed');
    },
  },
) {
  override seats = 1;
  role = 'user';
}

// What only a program in JavaScript gives.
const odd = (value: unknown): never => value as never;

describe('a form request that is made from its rules', () => {
  test('holds what was sent, typed, keeps defaults, and takes nothing else', async () => {
    const sent = { title: ' a ', seats: '3', role: 'admin', rules: 'x', user: { name: 'ada', admin: true } };
    const form = await (await requestWith(sent)).validated(StorePost);
    expect(form).toBeInstanceOf(StorePost);
    expect(Object.fromEntries(Object.entries(form))).toEqual({
      title: 'a',
      seats: 3,
      role: 'user',
      user: { name: 'ada' },
    });
    const least = await (await requestWith({ title: 'a' })).validated(StorePost);
    expect(Object.fromEntries(Object.entries(least))).toEqual({ title: 'a', seats: 1, role: 'user' });
  });

  test('uses the options as validated() does, and methods of the class before them', async () => {
    const errorsOf = async (input: object, Form: typeof StorePost): Promise<unknown> =>
      (await requestWith({ ...input })).validateRequest(new Form()).then((errors) => errors?.all() ?? null);
    expect(await errorsOf({ seats: 0 }, StorePost)).toEqual({
      title: { required: 'No title.' },
      seats: { min: 'The chairs must be at least 1.' },
    });
    expect(await errorsOf({ heading: 'x' }, StorePost)).toBeNull();
    class Worded extends StorePost {
      override messages() {
        return { 'title.required': 'Give a title.' };
      }

      override prepareForValidation(_ctx: Context, data: Data) {
        data.set('seats', 7);
      }
    }
    expect(await errorsOf({ seats: 0, heading: 'x' }, Worded)).toEqual({ title: { required: 'Give a title.' } });
  });

  test('asks authorize() first, and answers 403', async () => {
    class Locked extends formRequest({ title: 'required' }) {
      override authorize() {
        return false;
      }
    }
    await expect((await requestWith({})).validated(Locked)).rejects.toMatchObject({ status: 403 });
  });

  test('may have rules that depend on the request', async () => {
    let least = 0;
    class Update extends formRequest(async () => {
      least += 1;
      return defineRules({ seats: ['required', 'integer', Rule.when(least === 2, 'min:2')] });
    }) {}
    expect(await (await requestWith({ seats: '1' })).validated(Update)).toMatchObject({ seats: 1 });
    await expect((await requestWith({ seats: '1' })).validated(Update)).rejects.toMatchObject({ status: 422 });
  });

  test.each([['rules'], ['filters.a'], ['toString'], ['constructor'], ['*'], ['*.a']])(
    'refuses the field %s, which would replace a member of the form',
    async (field) => {
      const rules = odd({ [field]: 'string' });
      expect(() => formRequest(rules)).toThrow(expect.objectContaining({ code: 'E_FORM_NAME' }));
      const makes = (): { readonly a: 'string' } => odd({ [field]: 'string' });
      class Late extends formRequest(makes) {}
      await expect((await requestWith({ a: 1 })).validated(odd(Late))).rejects.toMatchObject({ code: 'E_FORM_NAME' });
    },
  );

  test('refuses wrong rules where the class is written', () => {
    expect(() => formRequest(odd({ title: 'max:x' }))).toThrow(expect.objectContaining({ code: 'E_RULE_PARAMETERS' }));
    expect(() => formRequest(odd('required'))).toThrow(expect.objectContaining({ code: 'E_VALIDATION_CALL' }));
    expect(() => formRequest(odd(undefined))).toThrow(expect.objectContaining({ code: 'E_VALIDATION_CALL' }));
  });
});
