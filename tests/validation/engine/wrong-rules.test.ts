import { describe, expect, test } from '@jest/globals';
import { FrameworkError } from '@taproot/core';
import {
  type CustomRule,
  type Data,
  defineRule,
  defineRules,
  FormRequest,
  formRequest,
  Rule,
  type ValidationOptions,
  validation,
} from '@taproot/validation';
import { bootWith } from '../../core/support.ts';
import { requestWith } from '../request-with.ts';

// What only a program in JavaScript gives.
const odd = (value: unknown): never => value as never;

/** Rules as objects, made of anything. */
interface Loose {
  when(...given: unknown[]): unknown;
  anyOf(...given: unknown[]): unknown;
}

const wrongly: Loose = odd(Rule);

const app = await bootWith([validation()]);
const { make } = { make: (rules: unknown, data = {}) => app.facades.Validation().make(null, data, odd(rules)) };

const refusal = async (rules: unknown, data = {}): Promise<FrameworkError> => {
  const error: unknown = await make(rules, data).then(
    () => null,
    (thrown: unknown) => thrown,
  );
  if (error instanceof FrameworkError) return error;
  throw new Error(`${JSON.stringify(rules)} was taken`);
};

const wrong: readonly (readonly [rule: string, says: string])[] = [
  ['min', 'it has 0 parameters and takes at least 1'],
  ['min:', 'it has 0 parameters and takes at least 1'],
  ['min:abc', '"abc" is not a number'],
  ['between:1', 'it has 1 parameter, "1", and takes at least 2'],
  ['between:3,1', '3 is more than 1'],
  ['in:', 'takes at least 1'],
  ['required_if:b', 'takes at least 2'],
  ['same', 'takes at least 1'],
  ['regex:(', 'Unterminated group, at character 1, before "("'],
  ['regex:^(a)(b$', 'at character 5, before "(b$"'],
  ['regex:a**', 'Nothing to repeat, at character 3, before "*"'],
  ['regex:ab)c', 'at character 3, before ")c"'],
  ['regex:x[b-a]', 'at character 2, before "[b-a]"'],
  ['integer:stric', '"stric" is not "strict", the one option it takes. Did you mean "strict"?'],
  ['uuid:9', '"9" is none of 1, 2, 3, 4, 5, 6, 7, 8, nil, max.'],
  ['uuid:nill', 'Did you mean "nil"?'],
  ['dimensions:widht=3', '"widht=3" is none of width, height, '],
  ['dimensions:widht=3', 'Did you mean "width"?'],
  ['email:stict', 'Did you mean "strict"?'],
  ['password:leters', 'Did you mean "letters"?'],
  ['encoding:utf9', 'Did you mean "utf8"?'],
  ['alpha:asci', 'Did you mean "ascii"?'],
  ['image:alow_svg', 'Did you mean "allow_svg"?'],
  ['distinct:strickt', 'Did you mean "strict"?'],
  ['mimes:pgn', 'Did you mean "png"?'],
];

describe('a rule with wrong parameters', () => {
  test.each(wrong)('%s is refused when it is read: %s', async (rule, says) => {
    const error = await refusal({ title: 'string', size: `bail|${rule}` });
    expect(error).toMatchObject({ code: 'E_RULE_PARAMETERS', message: expect.stringContaining(says) });
    expect(error.message).toContain(`The rule "${rule.split(':')[0]}" of the field "size"`);
  });

  test.each(wrong)('%s is refused by defineRules()', (rule) => {
    expect(() => defineRules(odd({ size: `bail|${rule}` }))).toThrow(/"size" cannot be used/);
    expect(() => defineRules(odd({ size: ['bail', rule] }))).toThrow(/"size" cannot be used/);
  });
});

describe('a parameter with a * that the path of the field lacks is refused, because no field would be found:', () => {
  const field = 'names.*.first';
  const names = `required_with required_with_all required_without required_without_all required_if_accepted prohibits
    present_with present_with_all missing_with missing_with_all exclude_with exclude_without prohibited_if_accepted same
    different gt gte lt lte after before after_or_equal before_or_equal date_equals confirmed`;
  const conditions = `required_if required_unless present_if present_unless missing_if missing_unless prohibited_if
    prohibited_unless exclude_if exclude_unless`;
  const rules = names.split(/\s+/).map((rule) => `${rule}:${field}`);
  const byValue = conditions.split(/\s+/).map((rule) => `${rule}:${field},a`);
  const says = (stars: string) => ({
    code: 'E_RULE_PARAMETERS',
    message: expect.stringContaining(`"${field}" means many fields, because the path of this field has ${stars}`),
  });

  test.each([...rules, ...byValue])('%s', async (rule) => {
    expect(await refusal({ foo: rule })).toMatchObject(says('no *.'));
    expect(await refusal({ [field]: rule, foo: wrongly.when(false, rule) })).toMatchObject(says('no *.'));
    await expect(make({ 'names.*.last': rule }, { names: [] })).resolves.toMatchObject({});
  });

  test('also one of two', async () => {
    expect(await refusal({ 'a.*.x': 'same:a.*.b.*.y' })).toMatchObject({
      message: expect.stringContaining('has only 1 *. Name one field, or write a function'),
    });
    await expect(make({ f: 'in_array:a.*.b.*.y' }, { f: 1 })).resolves.toMatchObject({});
  });
});

const bare =
  'required filled present missing accepted declined prohibited string list slice map exclude bail nullable sometimes uint float';

test.each(bare.split(' '))('V-5: %s takes no parameter', async (rule) => {
  const expected = {
    code: 'E_RULE_PARAMETERS',
    message: expect.stringContaining('it takes no parameters and has "5"'),
  };
  expect(await refusal({ f: `${rule}:5` })).toMatchObject(expected);
  expect(await refusal({ f: [wrongly.when(false, `${rule}:5`)] })).toMatchObject(expected);
});

describe('V-6: the rules of a branch are read though its condition does not hold:', () => {
  test.each([
    ['a text', wrongly.when(false, 'requird')],
    ['a text after others', wrongly.when(false, 'string|requird')],
    ['the other branch', wrongly.when(true, 'required', 'requird')],
    ['a list', wrongly.when(() => false, ['string', 'requird'])],
    ['a branch of a branch', wrongly.when(false, wrongly.when(true, ['requird']))],
    ['an alternative', wrongly.when(false, wrongly.anyOf(['email', ['requird']]))],
    ['one of a list', ['string', wrongly.when(false, 'requird')]],
  ])('%s', async (_where, rules) => {
    for (let i = 0; i < 3; i++)
      expect(await refusal({ name: rules })).toMatchObject({
        code: 'E_RULE_UNKNOWN',
        message: expect.stringContaining(
          '"name" uses the rule "requird", which does not exist. Did you mean "required"?',
        ),
      });
  });

  test('an alternative of anyOf', async () => {
    expect(await refusal({ name: wrongly.anyOf(['string', 'emial']) })).toMatchObject({ code: 'E_RULE_UNKNOWN' });
    expect(await refusal({ name: wrongly.anyOf([['min:x']]) })).toMatchObject({ code: 'E_RULE_PARAMETERS' });
  });

  test('and shapes and parameters in them', async () => {
    expect(await refusal({ name: wrongly.when(false, 'min:x') })).toMatchObject({ code: 'E_RULE_PARAMETERS' });
    expect(await refusal({ name: wrongly.when(false, {}) })).toMatchObject({ code: 'E_RULE_SHAPE' });
    expect(await refusal({ name: wrongly.when(false, [/a/g]) })).toMatchObject({ code: 'E_RULE_PARAMETERS' });
  });

  test('and right ones are taken, functions and rules of the application too', async () => {
    const rules = {
      name: ['string', wrongly.when((data: Data) => data.has('x'), [() => false, 'min:3'], 'regex:^a|b$')],
    };
    expect((await make(rules, { name: 'b' })).passes()).toBe(true);
    expect((await make(rules, { name: 'b', x: 1 })).fails()).toBe(true);
  });
});

test('defineRules() leaves names that may be rules of an application, and gives the map back', () => {
  const rules = { phone: 'required|phone:7', name: ['string', wrongly.when(true, 'phone')], ok: [() => true, /a/] };
  expect(defineRules(odd(rules))).toBe(rules);
  expect(() => defineRules(odd({ name: wrongly.when(false, 'min:x') }))).toThrow('cannot be used');
  // Its rule was read before.
  expect(() => defineRules(odd({ ok: 'string', 'a..b': 'string' }))).toThrow('is not valid');
});

describe('withRules()', () => {
  class Phone implements CustomRule {
    readonly parameters = { min: 1, max: 1 };
    signature = (): string => 'phone';
    passes = (): boolean => true;
    message = (): string => 'No.';
  }

  test('refuses a class, and what is no rule, with what to give', async () => {
    const own = (await bootWith([validation()])).facades.Validation();
    expect(() => own.addRules([odd(Phone)])).toThrow(
      expect.objectContaining({
        code: 'E_VALIDATION_CALL',
        message: 'withRules() got the class Phone.',
        fix: 'Give an object of it: new Phone().',
      }),
    );
    expect(() => own.addRules([odd(undefined)])).toThrow('withRules() got undefined.');
    expect(() => own.addRules([odd({})])).toThrow(
      expect.objectContaining({ fix: 'Give objects that have signature(), passes(), message().' }),
    );
    expect(() => own.addRules([odd({ signature: 'phone' })])).toThrow(
      expect.objectContaining({
        message: "withRules() got { signature: 'phone' }.",
        fix: 'signature must be a method: signature() { ... }.',
      }),
    );
    expect(() => own.addFilters([odd({ signature: () => 'x', handle: 1 })])).toThrow(
      expect.objectContaining({ fix: 'handle must be a method: handle() { ... }.' }),
    );
    expect(() => own.addRules(odd(new Phone()))).toThrow(
      expect.objectContaining({
        message: 'withRules() got an object of Phone in place of a list.',
        fix: 'Give a list: withRules([new Phone()]).',
      }),
    );
    expect(() => own.addFilters(odd(Phone))).toThrow('withFilters() got the class Phone in place of a list.');
    expect(() => own.addRules(odd(null))).toThrow('withRules() got null in place of a list.');
    expect(() => own.addFilters([odd(Phone)])).toThrow('withFilters() got the class Phone.');
  });

  test('takes how many parameters a rule has', async () => {
    const own = (await bootWith([validation()])).facades.Validation();
    own.addRules([new Phone()]);
    await expect(own.make(null, {}, odd({ a: 'phone' }))).rejects.toMatchObject({ code: 'E_RULE_PARAMETERS' });
    await expect(own.make(null, {}, odd({ a: 'phone:1,2' }))).rejects.toMatchObject({ code: 'E_RULE_PARAMETERS' });
    expect((await own.make(null, { a: 1 }, odd({ a: 'phone:7' }))).passes()).toBe(true);
  });

  test('takes what defineRule() gives, which checks its parameters when it is read', async () => {
    const own = (await bootWith([validation()])).facades.Validation();
    const divisible = defineRule({
      name: 'divisible',
      parameters: { min: 1, max: 1 },
      message: () => 'The :attribute is not divisible.',
      compile: (call) => {
        const by = Number(call.parameters[0]);
        if (!(by > 0)) call.fail(`"${call.parameters[0]}" is not a number above 0`);
        return (value) => Number(value) % by === 0;
      },
    });
    own.addRules([divisible]);
    await expect(own.make(null, {}, odd({ a: 'divisible:abc' }))).rejects.toMatchObject({
      code: 'E_RULE_PARAMETERS',
      message: expect.stringContaining('"abc" is not a number above 0'),
    });
    expect((await own.make(null, { a: 3 }, odd({ a: 'divisible:2' }))).errors().first()).toBe(
      'The a is not divisible.',
    );
    expect(() => own.addRules([divisible])).toThrow('Two rules have the name "divisible"');
  });
});

describe('the line of the application is in the error, however deep the rule is read', () => {
  const own = /^tests\/validation\/engine\/wrong-rules\.test\.ts:\d+$/;

  test.each<[string, unknown]>([
    ['a name', 'string|requird'],
    ['parameters', 'min:abc'],
    ['a missing parameter', 'min'],
    ['a pattern', 'regex:^[a-'],
    ['a shape', [['string', [5]]]],
    ['undefined', undefined],
    ['an alternative of a branch', ['string', wrongly.when(true, [wrongly.anyOf([['min:abc']])])]],
  ])('%s', async (_what, rule) => {
    expect((await refusal({ title: rule })).place).toMatch(own);
    expect((await refusal({ 'a.*.b': 'string', title: rule })).place).toMatch(own);
  });
});

test.each(['regex:^[a-', 'not_regex:('])('the fix of the pattern %s says nothing of commas', async (rule) => {
  expect((await refusal({ title: rule })).fix).toMatch(/^Escape or close the character that is named\./);
  expect((await refusal({ title: 'min:abc' })).fix).toMatch(/^Write it as its documentation shows/);
});

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

const wrongOfWrongMessages: readonly (readonly [key: string, says: string])[] = [
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
const makeOfWrongMessages = (key: string) =>
  formRequest(rules as Readonly<Record<string, unknown>> as never, options(key) as never);

const refusalOfWrongMessages = async (attempt: () => unknown): Promise<FrameworkError> => {
  try {
    await attempt();
  } catch (error) {
    if (error instanceof FrameworkError) return error;
  }
  throw new Error('It was taken.');
};

describe('a message whose key names no field or rule', () => {
  test.each(wrongOfWrongMessages)('%s is refused where formRequest() is called: %s', async (key, says) => {
    const error = await refusalOfWrongMessages(() => makeOfWrongMessages(key));
    expect(error).toMatchObject({ code: 'E_MESSAGE_KEY', message: expect.stringContaining(says) });
    expect(error.place).toMatch(/wrong-rules\.test\.ts:\d+/);
  });

  test.each(right)('%s is taken', (key) => {
    expect(makeOfWrongMessages(key)).toBeInstanceOf(Function);
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
    expect(await refusalOfWrongMessages(() => store('nota.required'))).toMatchObject({ code: 'E_MESSAGE_KEY' });
    expect(await store('note.required')).toMatchObject({ note: 'a' });
    class Ruled extends formRequest({ note: 'required' }) {
      override messages(): Texts {
        return { 'nota.required': 'No note.' };
      }
    }
    const request = await requestWith({ note: 'a' });
    expect(await refusalOfWrongMessages(() => request.validated(Ruled))).toMatchObject({ code: 'E_MESSAGE_KEY' });
  });

  test('is refused in place where it ends with no rule; rules made for a request may lack the field', async () => {
    const given: Readonly<Record<string, string>> = { note: 'required' };
    const send = async (key: string) => (await requestWith({ note: 'a' })).validated(given, options(key));
    const error = await refusalOfWrongMessages(() => send('note.requird'));
    expect(error.message).toBe(
      'The message "note.requird" ends with no name of a rule, so nothing would show it. Did you mean "required"?',
    );
    expect(error.place).toMatch(/wrong-rules\.test\.ts:\d+/);
    expect(await refusalOfWrongMessages(() => send('note'))).toMatchObject({ code: 'E_MESSAGE_KEY' });
    expect(await send('other.required')).toEqual({ note: 'a' });
  });

  test('is refused in place also where the same key was taken before, for a rule that is a function', async () => {
    const request = await requestWith({ note: 'a' });
    const taken: Readonly<Record<string, unknown>> = { note: (value: unknown) => value !== 'root' };
    await request.validated(taken as never, options('note.requird'));
    const given: Readonly<Record<string, string>> = { note: 'required' };
    expect(await refusalOfWrongMessages(() => request.validated(given, options('note.requird')))).toMatchObject({
      code: 'E_MESSAGE_KEY',
    });
  });
});
