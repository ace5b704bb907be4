import { describe, expect, test } from '@jest/globals';
import type { Context } from '@taproot/core';
import { type Data, defineRules, formRequest, Rule } from '@taproot/validation';
import {
  defineRules as defineRulesOfPlanCache,
  Rule as RuleOfPlanCache,
} from '../../../plugins/validation/src/authoring.ts';
import { Plan } from '../../../plugins/validation/src/engine/plan.ts';
import { PlanCache } from '../../../plugins/validation/src/engine/plan-cache.ts';
import {
  fieldName,
  isKey,
  parseFieldPath,
  tryFieldPath,
  wildcard,
} from '../../../plugins/validation/src/language/field-path.ts';
import { readRule, splitRuleText } from '../../../plugins/validation/src/language/split-rules.ts';
import { RuleRegistry } from '../../../plugins/validation/src/rules/registry.ts';
import { requestWith } from '../request-with.ts';
import { testRules } from './support.ts';

const segments = (path: string): readonly unknown[] => parseFieldPath(path).segments;

describe('a field path', () => {
  test('is cut at its dots', () => {
    expect(segments('a.b.0')).toEqual(['a', 'b', '0']);
    expect(segments('items.*.price')).toEqual(['items', wildcard, 'price']);
  });

  test('VA-31 takes an escaped dot or star as part of a key', () => {
    expect(segments(String.raw`a\.b.c`)).toEqual(['a.b', 'c']);
    expect(segments(String.raw`a.\*`)).toEqual(['a', '*']);
    expect(segments('a.b*')).toEqual(['a', 'b*']);
  });

  test('tells its wildcards from its keys, also from a key that is a star', () => {
    expect(parseFieldPath('a.*.0').segments.map(isKey)).toEqual([true, false, true]);
    expect(parseFieldPath(String.raw`\*`).segments.map(isKey)).toEqual([true]);
  });

  test('names a field by its keys, dots and stars within them escaped', () => {
    expect(fieldName(['a', 0, 'b'])).toBe('a.0.b');
    expect(fieldName([0, '1', 'b'])).toBe('0.1.b');
    expect(fieldName(['a.b', '*'])).toBe(String.raw`a\.b.\*`);
    // A client may send an empty key where a wildcard takes any.
    expect(fieldName(['', 'a', ''])).toBe('.a.');
    expect(fieldName([])).toBe('');
  });

  test('has keys where it stands for one place, and none where it stands for several', () => {
    expect(parseFieldPath('a.0.b').keys).toEqual(['a', '0', 'b']);
    expect(parseFieldPath(String.raw`a.\*`).keys).toEqual(['a', '*']);
    for (const several of ['*', 'a.*', '*.a', 'a.*.b']) expect(parseFieldPath(several).keys).toBeNull();
  });
});

describe('VA-04 VA-31 a path of rules', () => {
  test('counts its wildcards', () => {
    expect(parseFieldPath('a.*.b.*')).toMatchObject({ segments: ['a', wildcard, 'b', wildcard], wildcards: 2 });
    expect(parseFieldPath('a.\\*')).toMatchObject({ segments: ['a', '*'], wildcards: 0 });
  });

  test('of 64 keys is one, of 65 is none', () => {
    const keys = (count: number): string => Array<string>(count).fill('k').join('.');
    expect(parseFieldPath(keys(64)).segments).toHaveLength(64);
    expect(() => parseFieldPath(keys(65))).toThrow('it is deeper than 64 keys');
    expect(tryFieldPath(keys(65))).toBeNull();
  });

  test.each([
    ['a..b', 'it has an empty key'],
    ['', 'it has an empty key'],
    ['a.', 'it has an empty key'],
    ['.a', 'it has an empty key'],
    ['__proto__.x', 'the key "__proto__" is never taken'],
    ['a.__proto__.b', 'the key "__proto__" is never taken'],
  ])('%j is none: %s', (path, reason) => {
    const fault = { code: 'E_FIELD_PATH', message: expect.stringContaining(reason) as unknown };
    expect(() => parseFieldPath(path)).toThrow(expect.objectContaining(fault));
    expect(tryFieldPath(path)).toBeNull();
  });

  test('where a value may stand as well it is tried, and is the same path', () => {
    expect(tryFieldPath('other.field')).toBe(parseFieldPath('other.field'));
  });

  test('is told by its first 200 characters when it is none', () => {
    expect(() => parseFieldPath(`.${'x'.repeat(5000)}`)).toThrow(
      expect.objectContaining({ message: expect.stringMatching(/^.{1,300}$/) as unknown }),
    );
  });
});

const isRaw = (name: string): boolean => name === 'regex';
const split = (text: string): string[] =>
  splitRuleText(text, isRaw).map(({ name, parameters }) => [name, ...parameters].join('/'));

describe('a rule text', () => {
  test('is cut at its bars, blanks and empty rules dropped', () => {
    expect(split(' required || string | min:3 |')).toEqual(['required', 'string', 'min/3']);
    expect(split('')).toEqual([]);
  });

  test('keeps an escaped bar and an escaped comma as characters of a parameter', () => {
    expect(split(String.raw`in:a\|b,c\,d|string`)).toEqual(['in/a|b/c,d', 'string']);
  });

  test('does not trim parameters, nor the name before the colon', () => {
    expect(splitRuleText('in: a,b |min :1', isRaw)).toEqual([
      { name: 'in', parameters: [' a', 'b'] },
      { name: 'min ', parameters: ['1'] },
    ]);
  });

  test('has no parameters when nothing follows the colon', () => {
    expect(splitRuleText('in:|string', isRaw)).toEqual([
      { name: 'in', parameters: [] },
      { name: 'string', parameters: [] },
    ]);
  });

  test('VA-03 gives a pattern all that follows it, bars, colons and commas included', () => {
    expect(split('required|regex:^(a|b):{1,2}$|min:10')).toEqual(['required', 'regex/^(a|b):{1,2}$|min:10']);
    expect(readRule('regex:^(a|b)$', isRaw).parameters).toEqual(['^(a|b)$']);
  });

  test('a value may hold colons', () => {
    expect(split('in:10:30,11:30')).toEqual(['in/10:30/11:30']);
  });
});

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

type Map = Readonly<Record<string, unknown>>;

const registry = new RuleRegistry(testRules);

const planOf = (rules: Map): Plan => new Plan(rules, registry);

/** A cache that tells whether it had to make a plan; where what plans hold is no matter, they may be one. */
const create = (make: (rules: Map) => Plan = planOf) => {
  const cache = new PlanCache();
  return (rules: Map): boolean => {
    let made = false;
    cache.find(rules, () => {
      made = true;
      return make(rules);
    });
    return made;
  };
};

const store = (): Map => ({ name: 'required|string', email: 'required' });
const update = (id: number): Map => ({ name: 'required|string', email: `required|in:${id}` });
const ignoring = (id: number): Map => ({ email: ['required', { rule: 'in', parameters: ['a'], options: { id } }] });

const wide = (id: number): Map => ({
  ...Object.fromEntries(Array.from({ length: 40 }, (_, at) => [`field_${at}`, 'string'])),
  ...update(id),
});

describe('plans', () => {
  test('of maps that say the same are made once', () => {
    const makes = create();
    expect([makes(store()), makes(store()), makes(update(1)), makes(update(1))]).toEqual([true, false, true, false]);
  });

  test.each([
    ['texts', update, 2],
    ['rule objects', ignoring, 1],
    ['texts, of forms with many fields', wide, 42],
  ])('of maps that differ from request to request by %s are forgotten', (_what, rules, fields) => {
    const plan = planOf(rules(0));
    const makes = create(() => plan);
    const asked = Math.ceil(20_000 / fields);
    let made = 0;
    for (let id = 0; id < asked; id++) if (makes(rules(id))) made++;
    expect(made).toBe(asked);
    // How many are still there: counted from the newest, since asking is a use.
    let kept = 0;
    while (kept < asked && !makes(rules(asked - 1 - kept))) kept++;
    expect(kept).toBeGreaterThan(0);
    expect(kept * fields).toBeLessThanOrEqual(8000 + fields);
  });

  test('that are used all the while are made again each time that others have filled the cache', () => {
    const plan = planOf(update(0));
    const makes = create(() => plan);
    expect(makes(store())).toBe(true);
    let again = 0;
    for (let id = 0; id < 12_000; id++) {
      makes(update(id));
      if (id % 100 === 0 && makes(store())) again++;
    }
    expect(again).toBe(2);
  });

  test('of several hundred maps in turn stay', () => {
    const makes = create();
    for (let id = 0; id < 450; id++) makes(update(id));
    let again = 0;
    for (let turn = 0; turn < 3; turn++) for (let id = 0; id < 450; id++) if (makes(update(id))) again++;
    expect(again).toBe(0);
  });

  test('are carried by frozen maps from their third use on, and by no others', () => {
    const cache = new PlanCache();
    const carries = (rules: Map): boolean => {
      for (let turn = 0; turn < 3; turn++) cache.find(rules, () => planOf(rules));
      return cache.carried(rules) !== null;
    };
    expect(carries(Object.freeze(store()))).toBe(true);
    expect(
      carries(
        defineRulesOfPlanCache({ name: ['required', 'string', RuleOfPlanCache.in(['a'])], email: [/x/, () => true] }),
      ),
    ).toBe(true);
    expect(carries(store())).toBe(false);
    expect(carries(Object.freeze({ name: ['required'] }))).toBe(false);
  });
});
