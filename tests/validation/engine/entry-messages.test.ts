import { describe, expect, test } from '@jest/globals';
import { createEngine } from './support.ts';

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
