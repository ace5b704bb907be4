import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runInNewContext } from 'node:vm';
import { afterAll, describe, expect, test } from '@jest/globals';
import { FormRequest, Rule } from '@taproot/validation';
import { FilterRegistry } from '../../../plugins/validation/src/filters/filter-registry.ts';
import { defineRule } from '../../../plugins/validation/src/rules/definition.ts';
import { builtInRules } from '../../../plugins/validation/src/rules/index.ts';
import { RuleRegistry } from '../../../plugins/validation/src/rules/registry.ts';
import type { Validator } from '../../../plugins/validation/src/validator.ts';
import { revive } from '../golden-cases.ts';
import { requestWith } from '../request-with.ts';
import { Engine } from '../validators.ts';
import { failedRules } from './support.ts';

type Map = Readonly<Record<string, unknown>>;

/** Takes any value for true or false. */
const flag = defineRule({ name: 'flag', coerces: 'boolean', compile: () => () => true });

/** Validates for data with the types of their rules. */
const run = async (data: Map, rules: Map, often = 200): Promise<Validator> =>
  new Engine({
    rules: new RuleRegistry([...builtInRules, flag]),
    filters: new FilterRegistry([]),
    services: { now: () => 0, presence: null, resolver: { resolve: () => Promise.resolve([]) } },
    limits: { fields: 100, failures: 100 },
    timeout: 5,
    translator: null,
    localeOf: () => 'en',
    often,
  }).validate(null, data, rules, {}, { typed: true, isFormValue: null });

/** The typed data, or what failed; the same with generated code and without. */
const outcome = async (data: Map, rules: Map): Promise<unknown> => {
  const outcomeOf = (validator: Validator): unknown =>
    validator.passes() ? structuredClone(validator.validated()) : { failed: failedRules(validator) };
  const found = outcomeOf(await run(data, rules));
  expect(outcomeOf(await run(data, rules, 1))).toEqual(found);
  return found;
};

const given = async (value: unknown, rules: unknown): Promise<unknown> => {
  const found = (await outcome({ f: value }, { f: rules })) as { f?: unknown; failed?: unknown };
  return found.failed === undefined ? found.f : found;
};

const refused = (rule: string): unknown => ({ failed: { f: [rule] } });

test('entries whose field has no rules are those of a list', async () => {
  const entries = (t: unknown) => outcome({ t }, { 't.*': 'required|integer' });
  expect(await entries(['1', '2'])).toEqual({ t: [1, 2] });
  expect(await entries([])).toEqual({ t: [] });
  expect(await entries('')).toEqual({});
  for (const other of [{ a: '1', b: '2' }, {}, 'text', 7, null])
    expect(await entries(other)).toEqual({ failed: { t: ['list'] } });
});

test.each([
  ['of lists', { 'm.*.*': 'integer' }, { m: [['1'], []] }, { m: [[1], []] }],
  ['of lists, one of which is none', { 'm.*.*': 'integer' }, { m: [['1'], { a: 2 }] }, { failed: { 'm.1': ['list'] } }],
  ['below entries that are maps', { 'i.*.tags.*': 'string' }, { i: [{ tags: ['a'] }] }, { i: [{ tags: ['a'] }] }],
  ['below an entry', { 'i.*.tags.*': 'string' }, { i: [{ tags: { x: 'a' } }] }, { failed: { 'i.0.tags': ['list'] } }],
  [
    'with a key that has rules',
    { 't.*': 'integer', 't.a': 'integer' },
    { t: { a: '1', b: '2' } },
    { t: { a: 1, b: 2 } },
  ],
  ['with rules of its own', { t: 'map', 't.*': 'integer' }, { t: { a: '1' } }, { t: { a: 1 } }],
  ['of a key with a dot', { 'a\\.b.*': 'integer' }, { 'a.b': { c: '1' } }, { 'a.b': { c: 1 } }],
  ['of everything', { '*': 'integer' }, { a: '1' }, { a: 1 }],
])('a wildcard %s', async (_where, rules, data, found) => {
  expect(await outcome(data, rules)).toEqual(found);
});

const looseParents: readonly unknown[] = [
  'required',
  'filled',
  'present',
  'nullable',
  'sometimes',
  'bail',
  '',
  'min:1',
  'prohibits:gone',
  'array_keys:admin,role',
  'required_array_keys:admin',
  'in_array_keys:admin',
  [() => true],
  'array',
  'map',
];

test.each(looseParents)(
  'V-0: fields below a parent with the rules %j are converted, and no others kept',
  async (parent) => {
    const rules = { user: parent, 'user.admin': 'required|boolean' };
    expect(await outcome({ user: { admin: 'no', role: 'root' } }, rules)).toEqual({ user: { admin: false } });
    const each = { items: 'required', 'items.*': parent, 'items.*.admin': 'required|boolean' };
    expect(await outcome({ items: [{ admin: 'no', role: 'root' }] }, each)).toEqual({ items: [{ admin: false }] });
  },
);

test('V-0: a parent that holds no map is kept as it is', async () => {
  const rules = { user: 'required', 'user.admin': 'boolean' };
  expect(await outcome({ user: 'ada' }, rules)).toEqual({ user: 'ada' });
  expect(await outcome({ user: new Date(0) }, rules)).toEqual({ user: new Date(0) });
});

test('V-3: a list keeps a place for each entry, also when nothing is kept of any', async () => {
  const rules = { items: 'list', 'items.*.id': 'integer' };
  expect(await outcome({ items: [{ x: 1 }, { x: 2 }] }, rules)).toEqual({ items: [{}, {}] });
  expect(await outcome({ items: [{ x: 1 }, { id: '2' }] }, rules)).toEqual({ items: [{}, { id: 2 }] });
  expect(await outcome({ items: [{ x: 1 }, 7] }, { 'items.*.id': 'integer' })).toEqual({ items: [{}, null] });
  expect(await outcome({ items: [] }, rules)).toEqual({ items: [] });
});

test('accepted keeps the value as it came; beside boolean it is true', async () => {
  for (const yes of ['yes', 'on', '1', 1, 'true', true]) {
    expect(await given(yes, 'accepted')).toBe(yes);
    expect(await given(yes, 'accepted|boolean')).toBe(true);
  }
  expect(await given('no', 'accepted|boolean')).toEqual(refused('accepted'));
});

describe('a whole number', () => {
  test('is one in digits', async () => {
    expect(await given('42', 'integer')).toBe(42);
    expect(await given(' +042 ', 'int')).toBe(42);
    expect(await given(-7, 'integer')).toBe(-7);
    expect(await given('7', 'uint')).toBe(7);
    expect(await given(7n, 'integer')).toBe(7);
  });

  test('BD-05 is refused where a number cannot hold it, and never another one', async () => {
    expect(await given('9007199254740991', 'integer')).toBe(Number.MAX_SAFE_INTEGER);
    expect(await given('9007199254740992', 'integer')).toEqual(refused('integer'));
    expect(await given('-9007199254740993', 'required|int')).toEqual(refused('int'));
    expect(await given('99999999999999999999', 'uint')).toEqual(refused('uint'));
    expect(await given(2 ** 53, 'integer')).toEqual(refused('integer'));
    expect(await given(2n ** 64n, 'integer')).toEqual(refused('integer'));
    expect(await given('9007199254740993', 'digits:16')).toBe('9007199254740993');
  });

  test('is refused where it stands, in a list too', async () => {
    const data = { t: ['1', '9007199254740993', '3'] };
    expect(await outcome(data, { t: 'list', 't.*': 'integer' })).toEqual({ failed: { 't.1': ['integer'] } });
    expect(await outcome(data, { 't.*': 'required', 't.1': 'integer' })).toEqual({ failed: { 't.1': ['integer'] } });
  });

  test('is told of among the failures in the order of the rules', async () => {
    const validator = await run({ n: '9007199254740993' }, { a: 'required', n: 'integer', z: 'required' });
    expect(validator.errors().toJSON()).toEqual({
      a: ['The a is required.'],
      n: ['The n must be a whole number from -9007199254740991 to 9007199254740991.'],
      z: ['The z is required.'],
    });
  });
});

describe('a number', () => {
  test('is the double that is written so', async () => {
    expect(await given('1.50', 'numeric')).toBe(1.5);
    expect(await given('.5e3', 'float')).toBe(500);
    expect(await given('0.10', 'decimal:2')).toBe(0.1);
    expect(await given('0', 'numeric')).toBe(0);
    expect(await given('9007199254740994', 'numeric')).toBe(9007199254740994);
    expect(await given(0.1 + 0.2, 'numeric')).toBe(0.1 + 0.2);
  });

  test('may be written with all digits of a double', async () => {
    expect(await given('0.30000000000000004', 'numeric')).toBe(0.1 + 0.2);
    expect(await given('0.10000000000000001', 'numeric')).toBe(0.1);
  });

  test('is refused where digits would get lost', async () => {
    expect(await given('12345678901234567.89', 'decimal:2')).toEqual(refused('decimal'));
    expect(await given('9007199254740993', 'numeric')).toEqual(refused('numeric'));
    expect(await given('1.88888888888888888887', 'decimal:20')).toEqual(refused('decimal'));
    expect(await given(`0.${'1'.repeat(200)}`, 'numeric')).toEqual(refused('numeric'));
  });
});

describe('a number nearer to zero than any double', () => {
  test.each(['1e-400', '-1e-400', '4.8e-324', `0.${'0'.repeat(400)}1`])(
    '%s is refused, not made 0',
    async (numeral) => {
      expect(await given(numeral, 'numeric')).toEqual(refused('numeric'));
      const sign = numeral.startsWith('-') ? 'lt:0' : 'gt:0';
      expect(await given(numeral, `numeric|${sign}`)).toEqual(refused('numeric'));
    },
  );

  test('is no zero, however that is written', async () => {
    for (const zero of ['0', '0.0', '0e-400', '0e5', '-0.00'])
      expect(Math.abs(Number(await given(zero, 'numeric')))).toBe(0);
  });

  test('is not one that a double can be', async () => {
    expect(await given('5e-324', 'numeric|gt:0')).toBe(5e-324);
    expect(await given('1e-310', 'numeric|gt:0')).toBe(1e-310);
    expect(await given('2.5e-308', 'numeric|gt:0')).toBe(2.5e-308);
  });
});

describe('a boolean', () => {
  test('is read from what the rule takes', async () => {
    for (const value of [true, 1, '1', 'true', 'on', 'yes', ' yes ']) expect(await given(value, 'boolean')).toBe(true);
    for (const value of [false, 0, '0', 'false', 'off', 'no']) expect(await given(value, 'bool')).toBe(false);
  });

  test('beside integer is a number, in either order', async () => {
    expect(await given('1', 'boolean|integer')).toBe(1);
    expect(await given('1', 'integer|boolean')).toBe(1);
  });
});

describe('a field left empty', () => {
  test('is absent, or null when it may be', async () => {
    for (const rules of ['integer', 'numeric', 'boolean', 'list', 'map', 'in:a,b', 'file'])
      expect([rules, await outcome({ f: ' ' }, { f: rules })]).toEqual([rules, {}]);
    expect(await outcome({ f: '' }, { f: 'nullable|integer' })).toEqual({ f: null });
    expect(await outcome({ f: null }, { f: 'nullable|integer' })).toEqual({ f: null });
  });

  test('stays an empty string if the rules allow a string or name no type', async () => {
    for (const rules of ['string', 'email', 'nullable|date', 'digits:3', ''])
      expect([rules, await outcome({ f: '' }, { f: rules })]).toEqual([rules, { f: '' }]);
  });

  test('keeps its place in a list', async () => {
    expect(await outcome({ t: ['', '2'] }, { 't.*': 'integer' })).toEqual({ t: [null, 2] });
    expect(await outcome({ t: ['1', ''] }, { 't.*': 'nullable|integer' })).toEqual({ t: [1, null] });
  });
});

describe('files', () => {
  const folder = mkdtemp(join(tmpdir(), 'typed-'));
  const file = async (): Promise<unknown> =>
    revive({ $file: { name: 'a.txt', type: 'text/plain', text: 'abc' } }, await folder);

  afterAll(async () => rm(await folder, { recursive: true }));

  test('are one, unless rules say that they are a list', async () => {
    const [one, other] = [await file(), await file()];
    const kept = async (value: unknown, rules: Map): Promise<unknown> => {
      const validator = await run({ f: value }, rules);
      return validator.passes() ? validator.validated()['f'] : failedRules(validator);
    };
    expect(await kept(one, { f: 'file' })).toBe(one);
    expect(await kept([one, other], { f: 'file' })).toEqual({ f: ['file'] });
    expect(await kept([one, other], { f: 'mimes:txt' })).toEqual({ f: ['mimes'] });
    expect(await kept([one, other], { f: 'list|file' })).toEqual([one, other]);
    expect(await kept([one, other], { 'f.*': 'file' })).toEqual([one, other]);
  });
});

describe('ctx.request()', () => {
  test('validated() converts, validate() does not', async () => {
    const request = await requestWith({ age: '36', news: 'on' });
    const rules = { age: 'required|integer', news: 'required|boolean' } as const;
    expect(await request.validated(rules)).toEqual({ age: 36, news: true });
    expect((await request.validate(rules)).validated()).toEqual({ age: '36', news: 'on' });
  });

  test('validated() answers 422 to a number that cannot be held', async () => {
    const request = await requestWith({ id: '9007199254740993' });
    await expect(request.validated({ id: 'integer' })).rejects.toMatchObject({
      status: 422,
      details: { errors: { id: ['The id must be a whole number from -9007199254740991 to 9007199254740991.'] } },
    });
  });

  test('a form request is bound with the types of its rules', async () => {
    class Order extends FormRequest {
      count = 0;
      gift = false;
      note = '';

      override rules(): Record<string, unknown> {
        return { count: ['required', 'integer', Rule.when(true, 'min:1')], gift: 'boolean' };
      }
    }
    const request = await requestWith({ count: '3', gift: 'yes', note: 'x' });
    expect(await request.validated(Order)).toMatchObject({ count: 3, gift: true, note: '' });
    const order = new Order();
    expect(await request.validateRequest(order)).toBeNull();
    expect(order).toMatchObject({ count: 3, gift: true });
    const huge = await requestWith({ count: '9007199254740993' });
    expect((await huge.validateRequest(new Order()))?.all()).toEqual({
      count: { integer: 'The count must be a whole number from -9007199254740991 to 9007199254740991.' },
    });
  });

  test('rules that wait convert as well', async () => {
    const later = async (): Promise<boolean> => true;
    const request = await requestWith({ n: '5', m: '9007199254740993' });
    expect(await request.validated({ n: ['integer', later] })).toEqual({ n: 5 });
    await expect(request.validated({ m: ['integer', later] })).rejects.toMatchObject({ status: 422 });
  });
});

describe('V-8: the message of a value that passes its rule and cannot be given', () => {
  const said = async (data: Map, rules: Map): Promise<unknown> => {
    const errors = (await run(data, rules)).errors();
    return [Object.values(errors.get('f'))[0], errors.one('f')];
  };

  test.each([
    ['decimal:20', '1.88888888888888888887', 'The f has more digits than a number can keep.'],
    ['numeric', '9007199254740993', 'The f has more digits than a number can keep.'],
    ['uint', '9007199254740993', 'The f must be a whole number from -9007199254740991 to 9007199254740991.'],
    ['integer', 'x', 'The f must be a whole number.'],
    ['decimal:2', '1.5', 'The f must have 2 decimal places.'],
  ])('%s of %s: %s', async (rule, value, text) => {
    expect(await said({ f: value }, { f: rule })).toEqual([text, text]);
  });

  test('says of several files that they are several', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'several-'));
    const file = await revive({ $file: { name: 'a.txt', type: 'text/plain', text: 'abc' } }, folder);
    expect(await said({ f: [file, file] }, { f: 'file' })).toEqual(Array(2).fill('The f must be a single file.'));
    expect(await said({ f: 'x' }, { f: 'file' })).toEqual(Array(2).fill('The f must be an uploaded file.'));
    await rm(folder, { recursive: true });
  });
});

test('V-8: an object of a class is a map wherever it stands, and stays itself where no rule looks into it', async () => {
  class Address {
    city = 'Kyoto';
    number = '7';
  }
  const address = new Address();
  const data = { to: address, all: [address] };
  const whole = await run(data, { to: 'map|size:2|required_array_keys:city', 'all.*': 'array' });
  expect(whole.validated()['to']).toBe(address);
  const parts = await run(data, { to: 'required|map', 'to.number': 'integer', 'all.*': 'map', 'all.*.*': 'string' });
  expect(structuredClone(parts.validated())).toEqual({ to: { number: 7 }, all: [{ city: 'Kyoto', number: '7' }] });
  for (const other of [new Date(0), new Map([['a', 1]]), new Set(), Promise.resolve(), /a/, Buffer.from('a'), () => 1])
    expect((await run({ to: other }, { to: 'map' })).fails()).toBe(true);
});

describe('maps and lists', () => {
  test('are given with the type of their rule, whatever that is', async () => {
    expect(await outcome({ a: { b: 1 } }, { a: 'flag', 'a.b': 'nullable' })).toEqual({ a: false });
    expect(await outcome({ a: [1] }, { a: 'flag', 'a.*': 'nullable' })).toEqual({ a: false });
  });

  class Shop {
    in = { text: '5' };
    more = 1;
  }
  const gap = ['1'];
  gap[2] = '3';

  test.each<[about: string, data: Record<string, unknown>]>([
    ['maps and lists', { map: { in: { text: '5', more: 1 }, more: 2 }, list: ['1', null, 1, true] }],
    ['empty ones', { map: {}, list: [] }],
    ['a map of no class', { map: Object.assign(Object.create(null), { in: { text: '5' } }), list: [] }],
    ['a map of another realm', { map: runInNewContext('({ in: { text: "5", more: 1 } })'), list: ['1'] }],
    ['an object of a class', { map: new Shop(), list: ['1'] }],
    ['nothing where a map or list belongs', { map: null, list: null }],
    ['empty texts there', { map: '', list: ' ' }],
    ['texts there', { map: 'x', list: '1' }],
    ['each in the place of the other', { map: ['1'], list: { 0: '1' } }],
    ['lists in a list, maps in it', { map: { in: [] }, list: [['1', { b: 1 }], { c: [1] }] }],
    ['a list with a gap', { map: {}, list: gap }],
    ['a list with nothing at one place', { map: {}, list: ['1', undefined, '3'] }],
    ['dates', { map: new Date(0), list: [new Date(0)] }],
  ])('are copied, and never shared: %s', async (_about, data) => {
    for (const kinds of [
      { map: 'nullable', list: 'nullable' },
      { map: 'nullable|map', list: 'nullable|list' },
    ])
      for (const entries of ['nullable', 'nullable|string', 'nullable|integer']) {
        const rules = { ...kinds, 'map.in': 'nullable', 'map.in.text': 'nullable|integer', 'list.*': entries };
        const [once, often] = [await run(data, rules), await run(data, rules, 1)];
        expect(often.passes()).toBe(once.passes());
        if (once.fails()) continue;
        const valid = often.validated();
        expect(valid).toStrictEqual(once.validated());
        if (data['map'] instanceof Object) expect(valid['map'] === data['map']).toBe(data['map'] instanceof Date);
        if (Array.isArray(data['list'])) expect(valid['list']).not.toBe(data['list']);
      }
  });
});
