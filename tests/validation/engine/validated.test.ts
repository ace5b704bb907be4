import { describe, expect, test } from '@jest/globals';
import { holdTypes } from '../inference/held-types.ts';
import { createEngine, validate } from './support.ts';

/** The valid data, the same with generated code and without. */
const validated = async (data: unknown, rules: Readonly<Record<string, unknown>>): Promise<unknown> => {
  const valid = (await validate(data, rules)).validated();
  const often = (await createEngine({ often: 1 }).validate(null, data, rules)).validated();
  expect(JSON.stringify(often)).toBe(JSON.stringify(valid));
  expect(structuredClone(often)).toEqual(structuredClone(valid));
  return structuredClone(valid);
};

describe('validated()', () => {
  test('gives the fields that rules cover and that exist', async () => {
    expect(await validated({ a: 1, b: 2, c: null }, { a: 'integer', c: 'nullable|string', d: 'string' })).toEqual({
      a: 1,
      c: null,
    });
  });

  test('gives nested paths as nested maps', async () => {
    expect(await validated({ u: { n: 'a', s: 'secret' } }, { 'u.n': 'string' })).toEqual({ u: { n: 'a' } });
  });

  test('keeps the shape of lists, and the place of entries of which nothing is kept', async () => {
    expect(await validated({ t: [1, 2] }, { 't.*': 'integer' })).toEqual({ t: [1, 2] });
    expect(await validated({ u: [{ x: 1 }, { n: 'b', x: 2 }, {}] }, { 'u.*.n': 'string' })).toEqual({
      u: [{}, { n: 'b' }, {}],
    });
    expect(await validated({ t: ['a', 'b', 'c'] }, { 't.1': 'string' })).toEqual({ t: [null, 'b'] });
  });

  test('narrows a covered list or map to what the rules below it cover', async () => {
    const data = { u: { n: 'a', s: 'secret' }, l: [{ n: 'b', s: 'secret' }] };
    const rules = { u: 'array', 'u.n': 'string', l: 'required|array', 'l.*.n': 'string' };
    expect(await validated(data, rules)).toEqual({ u: { n: 'a' }, l: [{ n: 'b' }] });
    expect(await validated({ u: {}, l: [] }, { u: 'array', 'u.n': 'string', l: 'array', 'l.*.n': 'string' })).toEqual({
      u: {},
      l: [],
    });
  });

  test('leaves out what is excluded, and everything below', async () => {
    const data = { a: 1, u: { b: 2, c: 3 } };
    expect(await validated(data, { a: 'exclude', u: 'required', 'u.b': 'integer', 'u.c': 'exclude' })).toEqual({
      u: { b: 2 },
    });
    expect(await validated(data, { a: 'integer', u: 'exclude', 'u.c': 'integer' })).toEqual({ a: 1 });
  });

  test('closes a list up where entries are excluded, so that none of them leaves null', async () => {
    const data = { on: ['b', 'd'], t: ['a', 'b', 'c', 'd'], u: [{ k: 1, n: 'x' }, { k: 2, n: 'y' }, 5] };
    for (const t of [{}, { t: 'array' }]) {
      const rules = { ...t, 't.*': 'exclude_if:kind,1|string', 'u.*': 'exclude_if:u.*.k,1', 'u.*.n': 'string' };
      expect(await validated(data, rules)).toEqual({ t: data.t, u: [{ n: 'y' }, 5] });
      expect((await validate({ ...data, kind: 1 }, rules)).validated()).toEqual({
        ...(t.t === undefined ? {} : { t: [] }),
        u: [{ n: 'y' }, 5],
      });
    }
    const whole = await validate(data, { u: 'array', 'u.*': 'exclude_if:u.*.k,1' });
    expect(whole.validated()).toEqual({ u: [{ k: 2, n: 'y' }, 5] });
    const bound = (await validate(data, { 'u.*': 'exclude_if:u.*.k,1', 'u.*.n': 'string' })).bind({ u: [] });
    expect(bound).toEqual({ u: [{ k: 2, n: 'y' }, 5] });
    expect(await validated({ t: ['a', 'b'] }, { 't.0': 'exclude', 't.1': 'string' })).toEqual({ t: ['b'] });
  });

  test('VA-36 gives new objects, so that a handler may change them', async () => {
    const data = { t: [{ n: 1 }] };
    const result = (await validate(data, { t: 'required' })).validated() as typeof data;
    result.t.push({ n: 2 });
    expect(data).toEqual({ t: [{ n: 1 }] });
  });

  test('VA-04 has no prototype and pollutes none', async () => {
    const data = JSON.parse('{"m": {"__proto__": {"polluted": 1}, "constructor": 2}}') as unknown;
    const result = (await validate(data, { 'm.*': 'required' })).validated();
    expect(Object.getPrototypeOf(result)).toBeNull();
    expect(Object.keys(result['m'] as object)).toEqual(['__proto__', 'constructor']);
    expect(({} as Record<string, unknown>)['polluted']).toBeUndefined();
  });

  test.each([200, 1])(
    'VA-04 takes nothing that is inherited, and has nothing to inherit, code after %i',
    async (often) => {
      const engine = createEngine({ often });
      const rules = { a: 'array', 'a.b': 'array', 'a.b.toString': 'string', constructor: 'string', polluted: 'string' };
      Reflect.defineProperty(Object.prototype, 'polluted', { value: 'x', configurable: true });
      try {
        const result = (await engine.validate(null, { a: { b: {} } }, rules)).validated();
        expect(JSON.stringify(result)).toBe('{"a":{"b":{}}}');
        const own = { a: { b: { toString: 'own' } }, constructor: 'own', polluted: 'x' };
        const kept = (await engine.validate(null, own, rules)).validated() as { a: { b: object } };
        expect(JSON.stringify(kept)).toBe('{"a":{"b":{"toString":"own"}},"constructor":"own","polluted":"x"}');
        expect([kept, kept.a, kept.a.b].map((map) => Object.getPrototypeOf(map) as unknown)).toEqual([
          null,
          null,
          null,
        ]);
      } finally {
        Reflect.deleteProperty(Object.prototype, 'polluted');
      }
    },
  );

  test.each([200, 1])('refuses what nests too deep, or holds itself, with 422, code after %i', async (often) => {
    const nest = (levels: number): unknown => (levels === 0 ? 'x' : { n: nest(levels - 1) });
    const circle: Record<string, unknown> = {};
    circle['self'] = circle;
    const engine = createEngine({ often });
    const valid = async (data: unknown) => (await engine.validate(null, { d: data }, { d: 'required' })).validated();
    expect(JSON.stringify(await valid(nest(64)))).toContain('"x"');
    await expect(valid(nest(66))).rejects.toMatchObject({ code: 'E_DATA_DEPTH', status: 422 });
    await expect(valid(circle)).rejects.toMatchObject({ code: 'E_DATA_DEPTH' });
  });

  test('rejects an input that is not valid with 422 and the messages', async () => {
    const validator = await validate({}, { a: 'required' });
    const error = expect.objectContaining({
      code: 'E_VALIDATION_FAILED',
      status: 422,
      details: { errors: { a: [expect.any(String)] } },
    });
    expect(() => validator.validated()).toThrow(error);
    expect(() => validator.bind({ a: '' })).toThrow(error);
  });
});

describe('bind()', () => {
  class Post {
    title = '';
    body = 'unset';
    tags: string[] = [];
    authorize(): boolean {
      return false;
    }
  }

  test('VA-21 fills only the fields that the target declares', async () => {
    const data = JSON.parse('{"title":"t","isAdmin":1,"authorize":"x","__proto__":{"x":1},"tags":["a"]}') as unknown;
    const post = (await validate(data, { title: 'required' })).bind(new Post());
    expect(Object.entries(post)).toEqual(Object.entries({ title: 't', body: 'unset', tags: ['a'] }));
    expect(post.authorize()).toBe(false);
    expect(Object.getPrototypeOf(post)).toBe(Post.prototype);
  });

  test('takes what rules cover from the validated data, excluded fields from nowhere', async () => {
    const data = { title: 'x', body: 'y', meta: { a: 1, b: 2 } };
    const validator = await validate(data, { title: 'exclude', body: 'string', meta: 'array', 'meta.a': 'integer' });
    expect({ ...validator.bind({ title: '', body: '', meta: {} }) }).toEqual({
      title: '',
      body: 'y',
      meta: { a: 1, b: 2 },
    });
  });

  test('follows the names given for fields', async () => {
    const validator = await validate({ post_title: 't', author: { name: 'n' } }, { post_title: 'required' });
    expect(validator.bind({ title: '', by: '' }, { title: 'post_title', by: 'author.name' })).toEqual({
      title: 't',
      by: 'n',
    });
  });
});

type Messages = Readonly<Record<string, readonly string[]>>;

/** An engine whose language files name entries of `t`; `asked` are the keys it looked up. */
const engineWith = (integer = ':attribute') => {
  const asked: string[] = [];
  const state = { locale: 'de', revision: 1 };
  const translator = {
    get: (key: string, locale: string): string | null => {
      asked.push(key);
      if (key === 'validation.integer') return integer;
      return key.startsWith('validation.attributes.') ? `${locale}${state.revision} ${key.slice(22)}` : null;
    },
    localeOf: () => null,
    get revision() {
      return state.revision;
    },
  };
  const engine = createEngine({ translator, localeOf: () => state.locale });
  const all = async (data: object): Promise<Messages> =>
    (await engine.validate(null, data, { 't.*': 'integer' })).errors().toJSON();
  return { all, asked, state };
};

describe('messages of the entries of a list', () => {
  test('are made once for each entry, and are those of that entry', async () => {
    const { all, asked } = engineWith();
    const first = await all({ t: ['x', 1, 'y'] });
    expect(first).toEqual({ 't.0': ['de1 t.0'], 't.2': ['de1 t.2'] });
    const before = asked.length;
    expect(await all({ t: ['z', 2, 'z'] })).toEqual(first);
    expect(asked).toHaveLength(before);
    expect(await all({ t: [1, 'x'] })).toEqual({ 't.1': ['de1 t.1'] });
  });

  test('are made again in another locale, and when the files were read again', async () => {
    const { all, state } = engineWith();
    await all({ t: ['x'] });
    state.locale = 'fr';
    expect(await all({ t: ['x'] })).toEqual({ 't.0': ['fr1 t.0'] });
    state.revision = 2;
    expect(await all({ t: ['x'] })).toEqual({ 't.0': ['fr2 t.0'] });
  });

  test('are not kept where they tell of the value', async () => {
    const { all } = engineWith(':input at :position');
    expect(await all({ t: ['x', 'y'] })).toEqual({ 't.0': ['x at 1'], 't.1': ['y at 2'] });
    expect(await all({ t: ['z'] })).toEqual({ 't.0': ['z at 1'] });
  });

  test('are right for entries of a map, and however long a list is', async () => {
    const { all } = engineWith();
    const list = Array.from({ length: 40 }, () => 'x');
    const expected = Object.fromEntries(list.map((_, i) => [`t.${i}`, [`de1 t.${i}`]]));
    expect([await all({ t: list }), await all({ t: list })]).toEqual([expected, expected]);
    expect(await all({ t: { 0: 'x', 'a.b': 'y' } })).toEqual({ 't.0': ['de1 t.0'], 't.a\\.b': ['de1 t.a\\.b'] });
  });
});

// Many more: `npm run test:long -- inferred-types`.
test('V-0: the valid data of random rules have the types that the compiler infers from these rules', async () => {
  const { passed, faults } = await holdTypes(60, 20);
  expect(faults).toEqual([]);
  expect(passed).toBeGreaterThan(40);
  // The compiler, over all of them.
}, 60_000);
