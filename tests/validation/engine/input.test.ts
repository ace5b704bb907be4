import { describe, expect, jest, test } from '@jest/globals';
import type { Data } from '../../../plugins/validation/src/data.ts';
import { DataBag } from '../../../plugins/validation/src/input/data-bag.ts';
import { createEngine, failed, validate } from './support.ts';

const withCode = (code: string): unknown => expect.objectContaining({ code });

describe('data', () => {
  test('may be a map, a Map, search parameters, an object with fields, or a request', async () => {
    class Post {
      title = 'x';
      save(): void {}
    }
    const rules = { title: 'required|in:x' };
    for (const data of [
      { title: 'x' },
      new Map([['title', 'x']]),
      new URLSearchParams('title=x'),
      new Post(),
      // A request has its methods from its class.
      Object.create({ all: () => ({ title: 'x' }) }) as object,
    ])
      expect(await failed(data, rules)).toEqual({});
  });

  test('a search parameter given more than once is a list', async () => {
    const validator = await validate(new URLSearchParams('a=1&b=2&a=3'), { a: 'array', b: 'string' });
    expect(validator.validated()).toEqual({ a: ['1', '3'], b: '2' });
  });
});

describe('Data', () => {
  test('reads dot paths, own members only', () => {
    const bag = new DataBag({ a: { b: [1, null] }, 'x.y': 2 });
    expect(bag.get('a.b.0')).toEqual([1, true]);
    expect(bag.get('a.b.1')).toEqual([null, true]);
    expect(bag.get(String.raw`x\.y`)).toEqual([2, true]);
    for (const key of ['', 'a.c', 'a.b.2', 'a.b.length', 'toString', 'a.constructor']) expect(bag.has(key)).toBe(false);
  });

  test("writes in place, into new maps where there are none, and never into the caller's object", () => {
    const data = { a: { b: [1, 2] } };
    const bag = new DataBag(data);
    bag.set('a.b.0', 'x');
    bag.set('a.b.2', 'y');
    bag.set('c.d', 3);
    expect(bag.all()).toEqual({ a: { b: ['x', 2, 'y'] }, c: { d: 3 } });
    expect(data).toEqual({ a: { b: [1, 2] } });
  });

  test('VA-04 takes no key that could change what objects inherit', () => {
    const bag = new DataBag({});
    expect(() => bag.set('__proto__.polluted', 1)).toThrow(withCode('E_DATA_KEY'));
    bag.set('constructor.prototype.polluted', 1);
    expect(({} as Record<string, unknown>)['polluted']).toBeUndefined();
  });

  test('VA-05 never makes a list longer than by one entry', () => {
    const bag = new DataBag({ items: [1] });
    for (const key of ['items.4294967294', 'items.2', 'items.x', 'items.length'])
      expect(() => bag.set(key, 1)).toThrow(withCode('E_DATA_KEY'));
  });
});

describe('before the rules', () => {
  test("the input is prepared, then filtered, and the caller's data stay as they are", async () => {
    const data = { a: ' x ' };
    const validator = await validate(
      data,
      { a: 'string', b: 'string', c: 'string' },
      {
        prepareForValidation: (_ctx, input) => input.set('b', ' y '),
        filters: { a: 'trim', b: ['trim', 'wrap:<,>'], c: 'wrap:<,>' },
      },
    );
    expect(validator.validated()).toEqual({ a: 'x', b: '<y>' });
    expect(data).toEqual({ a: ' x ' });
  });

  test('preparing may take time, and what it throws rejects', async () => {
    const prepare = async (_ctx: unknown, data: Data): Promise<void> => {
      await Promise.resolve();
      if (data.has('bad')) throw new Error('no');
      data.set('a', 1);
    };
    expect((await validate({}, { a: 'required' }, { prepareForValidation: prepare })).passes()).toBe(true);
    await expect(validate({ bad: 1 }, { a: 'required' }, { prepareForValidation: prepare })).rejects.toThrow('no');
  });

  test('filters follow wildcards over lists and maps', async () => {
    const data = { t: [' a ', 5], u: { x: { n: ' b ' }, y: {} } };
    const validator = await validate(
      data,
      { t: 'required', u: 'required' },
      { filters: { 't.*': 'trim', 'u.*.n': 'trim' } },
    );
    expect(validator.validated()).toEqual({ t: ['a', 5], u: { x: { n: 'b' }, y: {} } });
  });

  test('VA-04 filters take any key of the input as data', async () => {
    const data = JSON.parse('{"m": {"__proto__": " x ", "constructor": " y "}}') as unknown;
    const validated = (await validate(data, { m: 'required' }, { filters: { 'm.*': 'trim' } })).validated();
    expect(JSON.stringify(validated)).toBe('{"m":{"__proto__":"x","constructor":"y"}}');
    expect(({} as Record<string, unknown>)['0']).toBeUndefined();
  });

  test('VA-06 filters are refused input that stands for too many fields, before they change any', async () => {
    const asked = jest.fn((value: unknown) => value);
    const engine = createEngine({ limits: { fields: 3, failures: 10 }, filters: [{ name: 'ask', apply: asked }] });
    const run = async (t: unknown, field = 't.*') =>
      engine.validate(null, { t }, { t: 'array' }, { filters: { [field]: 'ask' } });
    const tooMany = { code: 'E_FIELDS_TOO_MANY', status: 413 };
    await expect(run([1, 2, 3, 4])).rejects.toMatchObject(tooMany);
    await expect(run({ a: 1, b: 2, c: 3, d: 4 })).rejects.toMatchObject(tooMany);
    await expect(run([[1, 2], [3], [4]], 't.*.*')).rejects.toMatchObject(tooMany);
    expect(asked).not.toHaveBeenCalled();
    expect((await run([1, 2, 3])).passes()).toBe(true);
    expect(asked).toHaveBeenCalledTimes(3);
  });

  test('filters that do not wait are not waited for', async () => {
    const apply = (value: unknown): unknown => (ended ? 'late' : value);
    const engine = createEngine({ filters: [{ name: 'ask', apply }] });
    let ended = false;
    const pending = engine.validate(
      null,
      { t: Array.from({ length: 1000 }, () => 'x') },
      { 't.*': 'in:x' },
      { filters: { 't.*': 'ask' } },
    );
    for (let turn = 0; turn < 20; turn++) await Promise.resolve();
    ended = true;
    expect((await pending).passes()).toBe(true);
  });

  test('a filter that waits is waited for, and those behind it get what it gave', async () => {
    const later = { name: 'later', apply: async (value: unknown) => `${String(value)}!` };
    const engine = createEngine({ filters: [later] });
    const validator = await engine.validate(
      null,
      { t: [' a', 'b '] },
      { 't.*': 'string' },
      { filters: { 't.*': 'trim|later|wrap:<,>' } },
    );
    expect(validator.validated()).toEqual({ t: ['<a!>', '<b!>'] });
  });

  test('VA-22 an unknown filter is rejected with the nearest name, even on an absent field', async () => {
    await expect(validate({}, { a: 'string' }, { filters: { a: 'trmi' } })).rejects.toMatchObject({
      code: 'E_FILTER_UNKNOWN',
      message: 'The field "a" uses the filter "trmi", which does not exist. Did you mean "trim"?',
    });
  });

  test('an old name of a filter works and warns once', async () => {
    const warn = jest.spyOn(process, 'emitWarning').mockImplementation(() => undefined);
    try {
      for (const _ of [1, 2])
        expect((await validate({ a: ' x ' }, { a: 'in:x' }, { filters: { a: 'trimSpace' } })).passes()).toBe(true);
      expect(warn).toHaveBeenCalledTimes(1);
    } finally {
      warn.mockRestore();
    }
  });
});

test('a run sees the clock and the locale that it is given', async () => {
  const seen: unknown[] = [];
  const engine = createEngine({
    services: { now: () => 42 },
    rules: [{ name: 'look', compile: () => (_value, scope) => seen.push(scope.services.now(), scope.locale) > 0 }],
  });
  await engine.validate(null, { a: 'x' }, { a: 'look' });
  expect(seen).toEqual([42, 'en']);
});
