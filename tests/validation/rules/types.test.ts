import { describe, expect, test } from '@jest/globals';
import { Rule } from '../../../plugins/validation/src/authoring.ts';
import type { HostResolver } from '../../../plugins/validation/src/rules/definition.ts';
import { check, holds, message, testRefused, testTable } from './built-in.ts';
import { absent, failing, testRejected, testRules, validate } from './support.ts';

const date = new Date(0);

describe('types', () => {
  testRules([
    { rule: 'string', passes: ['x', '', '0', '😀', absent], fails: ['\0', 'a\0b', null, 1, true, ['a'], {}, date] },
    {
      rule: 'integer',
      passes: [
        0,
        -0,
        1,
        1.0,
        -7,
        10n,
        '1',
        '-1',
        '+5',
        '010',
        '12 ',
        '9007199254740993',
        '99999999999999999999',
        absent,
        '',
      ],
      fails: [
        null,
        1.5,
        '1.0',
        '1e3',
        '0x1F',
        '1_000',
        '- 1',
        '٣',
        true,
        Number.NaN,
        Number.POSITIVE_INFINITY,
        [1],
        {},
      ],
    },
    { rule: 'int', passes: [3], fails: ['x'] },
    { rule: 'integer:strict', passes: [1, 10n, absent], fails: ['1', 1.5, null, true] },
    {
      rule: 'uint',
      passes: [0, -0, 7, 7n, '0', '42', '+1', '-0', absent],
      fails: [-1, -1n, '-08', '-5', 1.5, null, true, []],
    },
    { rule: 'numeric:strict', passes: [1, 1.5, absent], fails: ['1', null, Number.NaN] },
    { rule: 'number', passes: [1, '1.5'], fails: ['x', true] },
    { rule: 'float', passes: [1, 1.5, '1', '-1.5', absent], fails: ['1,5', '1.2.3', false, null, []] },
    {
      rule: 'boolean',
      passes: [
        true,
        false,
        0,
        1,
        '0',
        '1',
        'true',
        'false',
        'on',
        'off',
        'yes',
        'no',
        ' yes ',
        'True',
        'FALSE',
        'On',
        absent,
      ],
      fails: [null, 2, -1, '2', 'T', 'y', '\u212ar', [], {}],
    },
    { rule: 'bool', passes: ['no'], fails: ['nope'] },
    { rule: 'boolean:strict', passes: [true, false, absent], fails: [1, 'true', null] },
    { rule: 'array', passes: [[], [1], {}, { a: 1 }, absent], fails: [null, 'a', 1, date] },
    {
      rule: 'array:a,b',
      passes: [[], {}, { a: 1 }, { a: 1, b: 2 }],
      fails: [{ c: 1 }, { a: 1, c: 1 }, [1], 'a', null],
    },
    { rule: 'list', passes: [[], [null], absent, ''], fails: [{}, { 0: 'a' }, null, 'a', 1] },
    { rule: 'slice', passes: [[1]], fails: [{ k: [1] }] },
    { rule: 'map', passes: [{}, { 0: 'x' }, absent], fails: [[], ['a'], null, '{}', date, new Map()] },
  ]);

  testRejected([
    ['integer:loose', '"loose" is not "strict"'],
    ['boolean:1', '"1" is not "strict"'],
    ['numeric:strict,strict', 'takes at most 1'],
  ]);
});

describe('VA-10 numeric has a fixed table', () => {
  testRules([
    {
      rule: 'numeric',
      passes: [0, 1.5, 10n, '0', '-1.5', '1e3', '1E-3', '1.', '.5', '+1', absent, ''],
      fails: ['1e400', '0x10', ' 1 ', 'NaN', 'Infinity', '1_000', '٣', '1.2.3', '.', '1e', [], null, [5], true, {}],
    },
  ]);
});

describe('a numeral of more than 1000 characters is no number', () => {
  const [longest, longer] = [`${'0'.repeat(999)}5`, `${'0'.repeat(1000)}5`];
  testRules(
    ['integer', 'uint', 'numeric', 'float'].map((rule) => ({
      rule,
      passes: [longest, `+${longest.slice(1)}`],
      fails: [longer],
    })),
  );
  testRules([
    { rule: 'integer|max:5', passes: [longest], fails: [longer] },
    { rule: 'integer|not_in:0', passes: ['5'], fails: [`${' '.repeat(999)}0`, `${' '.repeat(1000)}0`] },
  ]);
});

describe('strings', () => {
  test('VA-09 half a surrogate pair is no string', async () => {
    expect(await failing({ f: 'a\ud800' }, { f: 'string' })).toEqual(['f']);
  });
});

test('D-7: the message for a text with NUL or half a character says so, also between other values', async () => {
  const messages = async (own?: Record<string, string>): Promise<unknown[]> => {
    const t = [1, 'a\0b', 2, '\ud800', true, 'a\0b'];
    const validator = await validate({ t }, { 't.*': 'string' }, own === undefined ? {} : { messages: own });
    return Object.values(validator.errors().all()).flatMap((byRule) => Object.values(byRule));
  };
  expect(await messages()).toEqual([
    'The t.0 must be a text.',
    'The t.1 must not contain a NUL character or half a character.',
    'The t.2 must be a text.',
    'The t.3 must not contain a NUL character or half a character.',
    'The t.4 must be a text.',
    'The t.5 must not contain a NUL character or half a character.',
  ]);
  // Messages of the application go before, and the more precise one of them first.
  expect(await messages({ string: 'x' })).toEqual(Array(6).fill('x'));
  expect(await messages({ 't.*.string': 'x', string_characters: 'y' })).toEqual(Array(6).fill('x'));
  expect(await messages({ string: 'x', string_characters: 'y' })).toEqual(['x', 'y', 'x', 'y', 'x', 'y']);
});

test('the message for a value with keys that array:name does not allow names those it does, also between other values', async () => {
  const messages = async (own?: Record<string, string>): Promise<unknown[]> => {
    const t = [1, { name: 'a', x: 1 }, [1, 2], { name: 'a' }, 'x'];
    const validator = await validate({ t }, { 't.*': 'array:name,0' }, own === undefined ? {} : { messages: own });
    return Object.values(validator.errors().all()).flatMap((byRule) => Object.entries(byRule));
  };
  const shape = (at: number) => ['array', `The t.${at} must be a list or an object.`];
  const keys = (at: number) => ['array', `The t.${at} has keys it must not have; allowed are: name, 0.`];
  expect(await messages()).toEqual([shape(0), keys(1), keys(2), shape(4)]);
  expect(await messages({ 't.*.array': 'x', array_keys: 'y' })).toEqual(
    Array.from({ length: 4 }, () => ['array', 'x']),
  );
  expect(await messages({ array_keys: 'only :values' })).toContainEqual(['array', 'only name, 0']);
});

const uuid = 'f47ac10b-58cc-4372-a567-0e02b2c3d479';
const max = 'ffffffff-ffff-ffff-ffff-ffffffffffff';
const nil = '00000000-0000-0000-0000-000000000000';

describe('characters', () => {
  testTable([
    {
      rule: 'alpha',
      takes: ['abc', 'Héllo', '日本'],
      refuses: ['a1', 'a b', 'a\n', '\u0301', 'a \u0301', '\ud800', 1, true],
    },
    { rule: 'alpha:ascii', takes: ['abc'], refuses: ['é', 'abc\n', 12] },
    { rule: 'alpha_num', takes: ['abc1', '१२३'], refuses: ['a-1', 'a_1', '½', 12] },
    { rule: 'alpha_num:ascii', takes: ['abc1'], refuses: ['१', 'a_'] },
    { rule: 'alpha_dash', takes: ['a-b_1', 'é-ü'], refuses: ['a.b', 'abc\n', 12] },
    { rule: 'alpha_dash:ascii', takes: ['a-b_1'], refuses: ['é', 'a b'] },
    { rule: 'ascii', takes: ['hello\n\t!'], refuses: ['é', '\u0000', '😀', 1] },
    { rule: 'lowercase', takes: ['abc1!', 'é', 'ß'], refuses: ['aB', 'É', 1] },
    { rule: 'uppercase', takes: ['ABC1!', 'É', '日本', 'STRASSE'], refuses: ['Ab', 'é', 'STRAßE', 'ŉ', 1] },
  ]);
});

describe('network addresses', () => {
  testTable([
    { rule: 'ip', takes: ['127.0.0.1', '::1', '2001:db8::1'], refuses: ['1.2.3', '[::1]', '1.2.3.4/24', 1] },
    { rule: 'ipv4', takes: ['255.255.255.255', '::ffff:1.2.3.4', '::ffff:102:304'], refuses: ['::1', '01.2.3.4', 1] },
    { rule: 'ipv6', takes: ['::', 'fe80::1'], refuses: ['127.0.0.1', '::ffff:1.2.3.4', 'fe80::1%eth0', 1] },
    {
      rule: 'mac_address',
      takes: ['00:1A:2b:3C:4D:5E', '00-1b-44-11-3a-b7'],
      refuses: ['0123.4567.89ab', '0:1:2:3:4:5', 1],
    },
    { rule: 'mac', takes: ['ff:ff:ff:ff:ff:ff'], refuses: ['ff:ff:ff:ff:ff:fg'] },
  ]);
});

describe('identifiers', () => {
  testTable([
    { rule: 'uuid', takes: [uuid, uuid.toUpperCase(), nil, max], refuses: [uuid.replaceAll('-', ''), `{${uuid}}`, 1] },
    { rule: 'uuid:4', takes: [uuid], refuses: [nil, '74738ff5-5367-5958-9aee-98fffdcd1876'] },
    {
      rule: 'uuid:7',
      takes: ['01890a5d-ac96-774b-bcce-b302099a8057'],
      refuses: [uuid, '01890a5d-ac96-774b-0cce-b302099a8057'],
    },
    { rule: 'uuid:nil', takes: [nil], refuses: [max, uuid] },
    { rule: 'uuid:max', takes: [max, max.toUpperCase()], refuses: [nil, uuid] },
    {
      rule: 'uuid3',
      takes: ['a3bb189e-8bf9-3888-9912-ace4e6543002', 'a3bb189e-8bf9-3888-0912-ace4e6543002'],
      refuses: [uuid, 1],
    },
    { rule: 'uuid4', takes: [uuid], refuses: ['550e8400-e29b-41d4-0716-446655440000', 1] },
    {
      rule: 'uuid5',
      takes: ['74738ff5-5367-5958-9aee-98fffdcd1876'],
      refuses: [uuid, '74738ff5-5367-5958-7aee-98fffdcd1876', 1],
    },
    {
      rule: 'ulid',
      takes: ['01ARZ3NDEKTSV4RRFFQ69G5FAV', '01gd6r360bp37zj17nxb55yv40'],
      refuses: ['01ARZ3NDEKTSV4RRFFQ69G5FAI', '01ARZ3NDEK', 1],
    },
    { rule: 'hex_color', takes: ['#fff', '#FFFF', '#ff5733', '#ff00aa80'], refuses: ['#', 'fff', '#ggg', '#fffff', 1] },
  ]);
});

describe('JSON', () => {
  testTable([
    { rule: 'json', takes: ['{}', '[1,2]', 'true', '"]"', '1'], refuses: ['{a:1}', '[1,]', 'undefined', 1, true] },
  ]);
});

describe('addresses', () => {
  testTable([
    {
      rule: 'url',
      takes: [
        'https://example.com/a?b=c#d',
        'http://localhost:8080',
        'ftp://a.b',
        'http://[::1]:80/',
        'http://مثال.إختبار',
        'z39.50r://a.b',
      ],
      refuses: [
        'example.com',
        '//a.b',
        'http:a.b',
        'http://',
        'mailto:a@b.c',
        'http://a b',
        'http://a.b:x',
        'http://a\\b',
        1,
      ],
    },
    { rule: 'url:http, https', takes: ['https://a.b', 'HTTP://a.b'], refuses: ['ftp://a.b', 'httpss://a.b'] },
    { rule: 'full_url', takes: ['https://a.b'], refuses: ['a.b'] },
    {
      rule: 'email',
      takes: ['user+tag@example.org', 'a@b', 'foo@gmäil.com', 'ü@example.org'],
      refuses: ['a', '@b.c', 'a@', 'a..b@c.de', 'a b@c.de', 'a@b@c.de', 'A <a@b.c>', 'a@[127.0.0.1]', 'a@-b.c', 1],
    },
    { rule: 'email:strict', takes: ['a@b.cd'], refuses: ['a@b', 'a@b_c.de'] },
    { rule: 'email:rfc,filter', takes: ['a@b.cd'], refuses: ['ü@b.cd', 'a@bü.cd'] },
  ]);
});

const mail = (
  hosts: Readonly<Record<string, readonly string[]>>,
): HostResolver & { mail: HostResolver['resolve'] } => ({
  resolve: (host) => (host === 'site.org' ? Promise.resolve(['1.1.1.1']) : Promise.reject(new Error('no such name'))),
  mail: (host) => Promise.resolve(hosts[host] ?? []),
});

const takesMail = async (address: string, resolver: HostResolver): Promise<boolean> =>
  (await check({ f: address }, { f: 'email:dns' }, { resolver })).passes();

describe('email:dns', () => {
  const resolver = mail({ 'mail.org': ['mx.mail.org'], 'site.net': [''], 'xn--mller-kva.org': ['mx'] });

  test.each([
    ['a@mail.org', true, 'a mail host'],
    ['a@site.org', true, 'an address only'],
    ['a@müller.org', true, 'a mail host under its Punycode name'],
    ['a@site.net', false, 'a record that says it takes no mail'],
    ['a@nowhere.org', false, 'nothing'],
    ['a@localhost', false, 'an internal name'],
    ['a@', false, 'no domain'],
  ])('%s is %p: the domain has %s', async (address, verdict) => {
    expect(await takesMail(address, resolver)).toBe(verdict);
  });

  test('goes by the address of the domain when the resolver knows nothing of mail', async () => {
    const plain: HostResolver = { resolve: (host, signal) => resolver.resolve(host, signal) };
    expect(await takesMail('a@site.org', plain)).toBe(true);
    expect(await takesMail('a@mail.org', plain)).toBe(false);
  });
});

describe('parameters', () => {
  testRefused([
    ['alpha:latin', '"latin" is not "ascii"'],
    ['ip:4', 'takes no parameters and has "4"'],
    ['uuid:9', '"9" is none of 1, 2'],
    ['url:http:', '"http:" is no scheme'],
    ['active_url:ht tp', '"ht tp" is no scheme'],
    ['email:dsn', '"dsn" is none of rfc, strict, filter, dns'],
  ]);
});

describe('V-7: letters with marks are letters', () => {
  const names = ['हिन्दी', 'ภาษาไทย', 'தமிழ்', 'עִבְרִית', 'Jose\u0301'];
  test.each(names)('%s', async (name) => {
    for (const rule of ['alpha', 'alpha_num', 'alpha_dash']) expect(await holds(rule, name)).toBe(true);
    expect(await holds('alpha:ascii', name)).toBe(false);
    expect(await holds('alpha', `\u0301${name}`)).toBe(false);
    expect(await holds('alpha_num', `${name}1\u0301`)).toBe(true);
  });
});

describe('password', () => {
  testTable([
    {
      rule: 'password',
      takes: ['12345678', 'a'.repeat(128), '😀'.repeat(8)],
      refuses: ['1234567', 'a'.repeat(129), 12345678, `${'a'.repeat(8)}\ud800`],
    },
    { rule: 'password:12', takes: ['a'.repeat(12)], refuses: ['a'.repeat(11)] },
    { rule: 'password:min=4,max=6', takes: ['abcd', 'abcdef'], refuses: ['abc', 'abcdefg'] },
    { rule: 'password:letters', takes: ['1234567é'], refuses: ['12345678'] },
    { rule: 'password:mixed_case', takes: ['abcdefgÉ'], refuses: ['abcdefgh', 'ABCDEFGH'] },
    { rule: 'password:numbers', takes: ['abcdefg٣'], refuses: ['abcdefgh'] },
    { rule: 'password:symbols', takes: ['abc defgh', 'abcdefg!'], refuses: ['abcdefg1'] },
    {
      rule: Rule.password().min(10).max(20).letters().mixedCase().numbers().symbols(),
      takes: ['Abcdefg-12'],
      refuses: ['Abcdefg-1', 'abcdefg-12', 'Abcdefgh12', `Abcdefg-12${'x'.repeat(11)}`],
    },
  ]);

  testRefused([
    ['password:strong', '"strong" is none of min=8'],
    ['password:min=20,max=10', 'at least 20 characters cannot be at most 10'],
  ]);

  test('its message knows the bounds and the demands', async () => {
    const text = ':min-:max :values';
    expect(await message('password:min=4,letters,mixed_case', text, { f: '1' })).toBe('4-128 letters, mixed case');
  });
});
