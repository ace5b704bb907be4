import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { describe, expect, test } from '@jest/globals';
import { english } from '../../../plugins/validation/src/english.ts';
import { fillTemplate } from '../../../plugins/validation/src/messages/template.ts';
import type { ValidationOptions } from '../../../plugins/validation/src/options.ts';
import { fromCustomRule } from '../../../plugins/validation/src/rules/custom-rule.ts';
import { builtInRules } from '../../../plugins/validation/src/rules/index.ts';
import { RuleRegistry } from '../../../plugins/validation/src/rules/registry.ts';
import { refusals } from '../../../plugins/validation/src/values/coerce.ts';
import { growth, workOf } from '../../support/steps.ts';
import { createEngine, type TestEngine, validate } from './support.ts';

type Texts = Readonly<Record<string, string>>;

const messageOf = async (
  data: object,
  rules: Readonly<Record<string, unknown>>,
  messages: Texts = {},
  attributes: Texts = {},
): Promise<string> => (await validate(data, rules, { messages, attributes })).errors().one();

describe('a placeholder', () => {
  const fill = (text: string, values: Texts): string => fillTemplate(text, (name) => values[name]);

  test('is filled as written, with a capital, or in capitals', () => {
    expect(fill(':name :Name :NAME', { name: 'ada l' })).toBe('ada l Ada l ADA L');
  });

  test('with an unknown name is left unchanged', () => {
    expect(fill('a :b: c:1 ::', {})).toBe('a :b: c:1 ::');
  });

  test('may be followed by letters', () => {
    expect(fill(':attributes, :option10 :option1', { attribute: 'name', option1: 'x' })).toBe('names, x0 x');
  });

  test('VA-33 is filled once: what is filled in is not read again', () => {
    expect(fill(':a :b', { a: ':b {{x}} $t(x) $& <b>', b: ':a' })).toBe(':b {{x}} $t(x) $& <b> :a');
  });

  test('is looked for in time that grows with the text', async () => {
    const long = `:${'a'.repeat(100_000)}`;
    expect(fill(long, { b: 'x' })).toBe(long);
    expect(fill(long, { aa: 'x' })).toBe(`x${'a'.repeat(99_998)}`);
    const filled = (values: Texts) => growth(2000, (size) => fill(`:${'a'.repeat(size)}`, values));
    expect(await filled({ b: 'x' })).toBeLessThan(5);
    expect(await filled({ aa: 'x' })).toBeLessThan(5);
  });

  test('does not cache long messages, or messages with many other placeholders', () => {
    setFlagsFromString('--expose-gc');
    const collect = runInNewContext('gc') as () => void;
    const heap = (): number => {
      collect();
      return process.memoryUsage().heapUsed;
    };
    const began = heap();
    for (let i = 0; i < 20; i++) fill(`${i}${':a '.repeat(10_000)}`, {});
    for (let i = 0; i < 500; i++) fill(`${i}${':a '.repeat(300)}`, {});
    expect((heap() - began) / 1024 / 1024).toBeLessThan(10);
  });
});

describe('the text of a message', () => {
  const custom = fromCustomRule({
    signature: () => 'even',
    passes: (_ctx, _data, value) => Number(value) % 2 === 0,
    message: () => 'custom :attribute :value :option0 :option1',
  });
  const translations: Texts = { 'validation.integer': 'translated :attribute', 'validation.even': 'never' };
  const language: TestEngine = {
    rules: [custom],
    translator: { get: (key) => translations[key] ?? null, localeOf: () => null, revision: 1 },
  };
  const one = async (rules: object, options?: ValidationOptions, data: object = { a: 'x' }): Promise<string> =>
    (await createEngine(language).validate(null, data, { ...rules }, options)).errors().one();

  test('is first the override for field and rule, then the one for the rule', async () => {
    const messages = { 'a.integer': 'of the field', integer: 'of the rule' };
    expect(await one({ a: 'integer' }, { messages })).toBe('of the field');
    expect(await one({ b: 'integer' }, { messages }, { b: 'x' })).toBe('of the rule');
  });

  test('then that of a custom rule, which beats the language file', async () => {
    expect(await one({ a: 'even:p' })).toBe('custom a x p :option1');
    expect(await one({ a: 'even' }, { messages: { even: 'override :value' } })).toBe('override x');
  });

  test('then that of the language file, then a plain one', async () => {
    expect(await one({ a: 'integer' })).toBe('translated a');
    expect(await messageOf({ a: 'x' }, { a: 'later' })).toMatch(/^The a .+\.$/);
  });

  test('is as a function returned it: what was sent is no template, however long', async () => {
    const taken = (value: unknown) => `"${String(value)}" is taken.`;
    expect(await messageOf({ a: ':attribute :input' }, { a: [taken] })).toBe('":attribute :input" is taken.');
    expect(await messageOf({ a: ':Input' }, { a: [async (value: unknown) => taken(value)] })).toBe(
      '":Input" is taken.',
    );
    const long = { a: `:${'a'.repeat(100_000)}` };
    expect(await workOf(() => validate(long, { a: [taken] }))).toBeLessThan(1e6);
  });

  test('is filled where it stands under the name of a function', async () => {
    const notRoot = (value: unknown): boolean | string => value !== 'root' || 'of the function';
    const rules = { a: [notRoot], b: [(value: unknown) => value !== 'root'] };
    const messages = { 'a.notRoot': 'No :attribute like this.', inline: 'No :input in :attribute.' };
    const validator = await validate({ a: 'root', b: 'root' }, rules, { messages });
    expect(validator.errors().toJSON()).toEqual({ a: ['No a like this.'], b: ['No root in b.'] });
  });

  test('may be given by the kind of the value', async () => {
    const messages = {
      'min.string': 'characters :min',
      'a.min.numeric': 'number :min',
      'min.array': 'entries',
      min: 'plain',
    };
    expect(await messageOf({ a: 'x' }, { a: 'min:3' }, messages)).toBe('characters 3');
    expect(await messageOf({ a: 1 }, { a: 'min:3' }, messages)).toBe('number 3');
    expect(await messageOf({ a: '1' }, { a: 'integer|min:3' }, messages)).toBe('number 3');
    expect(await messageOf({ a: [] }, { a: 'min:3' }, messages)).toBe('entries');
    expect(await messageOf({ b: 1 }, { b: 'min:3' }, messages)).toBe('plain');
  });

  test('may be given for every entry of a list; an exact key is better', async () => {
    const messages = { 'u.*.n.integer': 'any', 'u.1.n.integer': 'second' };
    const validator = await validate({ u: [{ n: 'x' }, { n: 'x' }] }, { 'u.*.n': 'integer' }, { messages });
    expect(validator.errors().all()).toEqual({ 'u.0.n': { integer: 'any' }, 'u.1.n': { integer: 'second' } });
  });

  test('is found whatever keys the input has', async () => {
    const data = JSON.parse('{"m": {"": "x", "__proto__": "x", "a.b": "x", "*": "x"}}') as object;
    const options = { messages: { 'm.*.integer': 'any', 'm.*.x.y': '' }, attributes: { 'm.*': 'n' } };
    const errors = (await validate(data, { 'm.*': 'integer' }, options)).errors();
    expect(Object.keys(errors.all())).toEqual(['m.', 'm.__proto__', String.raw`m.a\.b`, String.raw`m.\*`]);
    expect(Object.values(errors.toJSON()).flat()).toEqual(['any', 'any', 'any', 'any']);
  });

  test('of an alias is looked up under the written name, then under the canonical one', async () => {
    expect(await messageOf({ a: 'x' }, { a: 'int' }, { int: 'short', integer: 'long' })).toBe('short');
    expect(await messageOf({ a: 'x' }, { a: 'int' }, { integer: 'long' })).toBe('long');
  });

  test('VA-35 is never an inherited member', async () => {
    const engine = createEngine({ rules: [{ name: 'toString', compile: () => () => false }] });
    const errors = (await engine.validate(null, { a: 'x' }, { a: 'toString' }, { messages: {} })).errors();
    expect(errors.one('a')).toBe('The a is not valid.');
    expect([errors.one('__proto__'), errors.has('toString'), errors.get('constructor')]).toEqual(['', false, {}]);
  });
});

describe('a text of the language files', () => {
  test('is asked for once, until the files are read again, in each locale', async () => {
    const asked: string[] = [];
    let revision = 1;
    const translator = {
      get: (key: string, locale: string) => (
        asked.push(key), key === 'validation.integer' ? `${locale}${revision}` : null
      ),
      localeOf: () => null,
      get revision() {
        return revision;
      },
    };
    let locale = 'de';
    const engine = createEngine({ translator, localeOf: () => locale });
    const one = async (options?: ValidationOptions): Promise<string> =>
      (await engine.validate(null, { a: 'x' }, { a: 'integer' }, options)).errors().one();
    expect([await one(), await one()]).toEqual(['de1', 'de1']);
    expect(asked).toEqual(['validation.integer']);
    locale = 'fr';
    expect([await one(), await one({ messages: {}, attributes: {} })]).toEqual(['fr1', 'fr1']);
    expect(asked).toHaveLength(2);
    expect(await one({ messages: { integer: 'given' } })).toBe('given');
    revision = 2;
    expect([await one(), await one()]).toEqual(['fr2', 'fr2']);
    expect(asked).toHaveLength(3);
  });

  test('is filled for each value and each entry where it tells of them', async () => {
    const texts: Texts = { 'validation.integer': ':attribute: :input', 'validation.min': ':min' };
    const engine = createEngine({
      translator: { get: (key) => texts[key] ?? null, localeOf: () => null, revision: 1 },
    });
    const all = async (data: object, rules: object): Promise<unknown> =>
      (await engine.validate(null, data, { ...rules })).errors().toJSON();
    expect(await all({ a: 'x' }, { a: 'integer' })).toEqual({ a: ['a: x'] });
    expect(await all({ a: 'y' }, { a: 'integer' })).toEqual({ a: ['a: y'] });
    const rules = { 't.*': 'min:5' };
    expect(await all({ t: ['x', 'y'] }, rules)).toEqual({ 't.0': ['5'], 't.1': ['5'] });
    expect(await all({ t: [1, [2]] }, rules)).toEqual({ 't.0': ['5'], 't.1': ['5'] });
  });

  test('is there for every name that a rule may be written by, and for no other', () => {
    const controls = new Set(builtInRules.filter(({ control }) => control !== undefined).map(({ name }) => name));
    const names = new RuleRegistry(builtInRules).names();
    const wanted = [...names].filter((name) => !controls.has(name));
    expect(Object.keys(english()).sort()).toEqual([...wanted, ...Object.values(refusals), 'string_characters'].sort());
  });
});

describe('the name of a field', () => {
  test('has blanks for underscores, and keeps its dots', async () => {
    expect(await messageOf({}, { first_name: 'required' }, { required: ':attribute' })).toBe('first name');
    expect(await messageOf({ u: [{}] }, { 'u.*.n': 'required' }, { required: ':attribute' })).toBe('u.0.n');
  });

  test('may be given, exactly or for every entry', async () => {
    const messages = { required: ':Attribute', same: ':attribute=:other' };
    const attributes = { 'u.*.n': 'member', 'u.1.n': 'second member', 'u.*.m': 'other member' };
    const data = { u: [{}, {}, { n: '1', m: '2' }] };
    const validator = await validate(data, { 'u.*.n': 'required|same:u.*.m' }, { messages, attributes });
    expect(Object.values(validator.errors().toJSON()).flat()).toEqual([
      'Member',
      'Second member',
      'member=other member',
    ]);
  });

  test('of a sibling in a message takes the index of its own', async () => {
    expect(await messageOf({ u: [{ n: 'x' }] }, { 'u.*.n': 'same:u.*.m' }, { same: ':other' })).toBe('u.0.m');
  });

  test('and index and position of an entry can be told', async () => {
    expect(await messageOf({ u: ['1', 'x'] }, { 'u.*': 'integer' }, { integer: '#:position [:index] :input' })).toBe(
      '#2 [1] x',
    );
  });

  test('and those of the lists around it, from the outermost on', async () => {
    const data = { pages: { a: [{ rows: [] }, { rows: ['1', '2', 'x'] }] } };
    const rules = { 'pages.*.*.rows.*': 'integer' };
    const integer = 'page :position1 (:index1), row :position2 (:index2 = :index), :position3 :position10 :index0';
    expect(await messageOf(data, rules, { integer })).toBe('page 2 (1), row 3 (2 = 2), 33 20 20');
  });
});

describe('Errors', () => {
  test('tells messages by field and rule, in the order of evaluation', async () => {
    const messages = { integer: 'I', min: 'M', required: 'R' };
    const errors = (await validate({ b: 'x' }, { b: 'integer|min:5', a: 'required' }, { messages })).errors();
    expect([errors.one(), errors.first(), errors.one('b'), errors.one('a'), errors.one('c')]).toEqual([
      'I',
      'I',
      'I',
      'R',
      '',
    ]);
    expect(errors.get('b')).toEqual({ integer: 'I', min: 'M' });
    expect(JSON.stringify(errors.all())).toBe('{"b":{"integer":"I","min":"M"},"a":{"required":"R"}}');
    expect(JSON.stringify(errors)).toBe('{"b":["I","M"],"a":["R"]}');
    expect([errors.has('a'), errors.has('c'), errors.isEmpty()]).toEqual([true, false, false]);
  });

  test('is there, and empty, when the input is valid', async () => {
    const errors = (await validate({ a: 1 }, { a: 'integer' })).errors();
    expect([errors.isEmpty(), errors.one(), errors.get('a'), errors.all(), errors.has('a')]).toEqual([
      true,
      '',
      {},
      {},
      false,
    ]);
  });

  test('keeps one message of a rule that stands twice', async () => {
    expect((await validate({ a: 'x' }, { a: 'min:5|min:9' }, { messages: { min: ':min' } })).errors().toJSON()).toEqual(
      { a: ['9'] },
    );
  });

  test('VA-07 fits in 64 KiB, whatever was sent', async () => {
    const long = '\u0001'.repeat(10_240);
    const fields = Array.from({ length: 100 }, (_, i) => `f${i}`);
    const messages = { integer: ':input'.repeat(3), in: long };
    const data = Object.fromEntries(fields.map((field) => [field, long]));
    for (const rules of ['integer', 'in:x', 'integer|in:x']) {
      const errors = (
        await validate(data, Object.fromEntries(fields.map((field) => [field, rules])), { messages })
      ).errors();
      expect(JSON.stringify(errors).length).toBeLessThan(65_536);
      expect(errors.truncated).toBe(true);
    }
    const huge = await validate({ m: { [long.repeat(9)]: 'x', b: 'x' } }, { 'm.*': 'integer' });
    expect(Object.keys(huge.errors().toJSON())).toEqual(['m.b']);
  });
});
