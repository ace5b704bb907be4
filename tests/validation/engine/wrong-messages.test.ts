import { describe, expect, test } from '@jest/globals';
import { FrameworkError } from '@taproot/core';
import { FormRequest, formRequest, Rule, type ValidationOptions } from '@taproot/validation';
import { requestWith } from '../request-with.ts';

type Texts = Readonly<Record<string, string>>;

const rules = {
  title: 'required|string|max:9|even',
  note: 'int|len:3',
  'tags.*': ['string', Rule.when(true, 'min:3')],
  'items.*.id': [Rule.in(['1'])],
  name: [
    'required',
    function notRoot(value: unknown) {
      return value !== 'root';
    },
  ],
};

const wrong: readonly (readonly [key: string, says: string])[] = [
  ['titel.required', 'The message "titel.required" names no field of its rules, so nothing would show it.'],
  ['note.required', 'names no rule of the field "note"'],
  ['note.intt', 'names no rule of the field "note", so nothing would show it. Did you mean "note.int"?'],
  ['note.len.text', 'names no rule of the field "note"'],
  ['tags.*.max', 'names no rule of the field "tags.*"'],
  ['tags.0.0.string', 'names no rule of the field "tags.*"'],
  ['items.*.idd.in', 'Did you mean "items.*.id.in"?'],
  ['name.notAdmin', 'names no rule of the field "name"'],
];

const right =
  'required max.string note.int note.integer note.len note.size.numeric note.safe_integer tags.*.string tags.0.min tags.list items.*.id.in items.3.id.in name.notRoot note.unique title.anything'.split(
    ' ',
  );

// The compiler refuses wrong keys of maps that it knows.
const options = (key: string): ValidationOptions => ({ messages: { [key]: 'No.' } });
const make = (key: string) => formRequest(rules as Readonly<Record<string, unknown>> as never, options(key) as never);

const refusal = async (attempt: () => unknown): Promise<FrameworkError> => {
  try {
    await attempt();
  } catch (error) {
    if (error instanceof FrameworkError) return error;
  }
  throw new Error('It was taken.');
};

describe('a message whose key names no field or rule', () => {
  test.each(wrong)('%s is refused where formRequest() is called: %s', async (key, says) => {
    const error = await refusal(() => make(key));
    expect(error).toMatchObject({ code: 'E_MESSAGE_KEY', message: expect.stringContaining(says) });
    expect(error.place).toMatch(/wrong-messages\.test\.ts:\d+/);
  });

  test.each(right)('%s is taken', (key) => {
    expect(make(key)).toBeInstanceOf(Function);
  });

  test('is refused at the first request of a class whose rules are the same for every request', async () => {
    const form = (key: string) =>
      class Store extends FormRequest {
        note = '';

        override rules(): Texts {
          return { note: 'required' };
        }

        override messages(): Texts {
          return { [key]: 'No note.' };
        }
      };
    const store = async (key: string) => (await requestWith({ note: 'a' })).validated(form(key));
    expect(await refusal(() => store('nota.required'))).toMatchObject({ code: 'E_MESSAGE_KEY' });
    expect(await store('note.required')).toMatchObject({ note: 'a' });
    class Ruled extends formRequest({ note: 'required' }) {
      override messages(): Texts {
        return { 'nota.required': 'No note.' };
      }
    }
    const request = await requestWith({ note: 'a' });
    expect(await refusal(() => request.validated(Ruled))).toMatchObject({ code: 'E_MESSAGE_KEY' });
  });

  test('is refused in place where it ends with no rule; rules made for a request may lack the field', async () => {
    const given: Readonly<Record<string, string>> = { note: 'required' };
    const send = async (key: string) => (await requestWith({ note: 'a' })).validated(given, options(key));
    const error = await refusal(() => send('note.requird'));
    expect(error.message).toBe(
      'The message "note.requird" ends with no name of a rule, so nothing would show it. Did you mean "required"?',
    );
    expect(error.place).toMatch(/wrong-messages\.test\.ts:\d+/);
    expect(await refusal(() => send('note'))).toMatchObject({ code: 'E_MESSAGE_KEY' });
    expect(await send('other.required')).toEqual({ note: 'a' });
  });

  test('is refused in place also where the same key was taken before, for a rule that is a function', async () => {
    const request = await requestWith({ note: 'a' });
    const taken: Readonly<Record<string, unknown>> = { note: (value: unknown) => value !== 'root' };
    await request.validated(taken as never, options('note.requird'));
    const given: Readonly<Record<string, string>> = { note: 'required' };
    expect(await refusal(() => request.validated(given, options('note.requird')))).toMatchObject({
      code: 'E_MESSAGE_KEY',
    });
  });
});
