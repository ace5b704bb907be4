import { absent } from '../cases/case.ts';

const nestedLists = (depth: number): unknown => {
  let value: unknown = 'x';
  for (let i = 0; i < depth; i++) value = [value];
  return value;
};

const cyclic = (): unknown => {
  const value: Record<string, unknown> = { a: 1 };
  value['self'] = value;
  return value;
};

const scalars: readonly unknown[] = [
  ...[absent, null, true, false, 0, -0, 1, -1, 1.5, 1e21, 1e-7, 5e-324, Number.MAX_VALUE, Number.MAX_SAFE_INTEGER + 1],
  ...[Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY, 0n, 10n ** 400n, -(2n ** 64n)],
];

const texts: readonly string[] = [
  ...['', ' ', '\u00a0', '\u200b', '\0', 'a\0b', '\ud800', 'x\udfff', '\u202ea', 'é', 'e\u0301', '😀', 'ß', 'İ', 'K'],
  ...['x', 'aaa', 'AAA', 'null', 'true', 'on', 'NO', '__proto__', 'constructor', 'toString', 'a,b', 'a|b', '%', '%00'],
  ...['1', '01', '+1', '-0', '1.', '.5', '1e3', '1e999', '1e-999', '1e1000000000', '0x10', '١٢٣', '1_000', ' 1 ', '∞'],
  ...['9'.repeat(5000), `0.${'0'.repeat(5000)}1`, 'a'.repeat(30_000), ' '.repeat(30_000), '😀'.repeat(9000)],
  ...['{"a":1}', '['.repeat(10_000), '{"__proto__":{"x":1}}', '{', '"\\ud800"', 'NaN'],
  ...['2024-01-01', '2024-02-30', '0000-00-00', '+275760-09-13T00:00:00Z', '2024-01-01T25:00', 'now', '+1 day', '1e9'],
  ...['a@b.cd', '@', 'a@', `${'a'.repeat(65)}@b.cd`, 'a@[127.0.0.1]', '"a b"@c.de', 'a@xn--', `a@${'b.'.repeat(200)}c`],
  ...['http://a.b', 'http://', 'javascript://%0aalert(1)', 'http://[::1]', 'http://a@b', 'http://0x7f.1', 'file:///x'],
  ...['::1', '::ffff:1.2.3.4', '1.2.3.4', '1.2.3', '999.1.1.1', 'fe80::1%eth0', '00:11:22:33:44:55', '#fff', 'UTC'],
  ...['<script>', '${7*7}', ':attribute', '../../etc/passwd', '\r\nSet-Cookie: a=b', "' OR 1=1 --", '\\', '\\u0041'],
];

const containers: readonly unknown[] = [
  ...[
    [],
    {},
    [[]],
    [{}],
    [null],
    [absent],
    [1, '1', 1],
    ['a', 'A'],
    Array.from({ length: 3 }),
    [Number.NaN, Number.NaN],
  ],
  ...[{ a: 1 }, { length: 3 }, { then: 'x' }, { size: 5, path: '/etc/passwd' }, Object.create(null), { '': 1 }],
  ...[nestedLists(50), nestedLists(5000), cyclic(), Array.from({ length: 1000 }, (_, i) => i)],
  JSON.parse('{"__proto__": {"x": 1}, "constructor": 1, "hasOwnProperty": 1, "a.b": 2, "*": 3}'),
];

const strangers: readonly unknown[] = [
  ...[
    new Date(0),
    new Date(Number.NaN),
    new Map([['a', 1]]),
    new Set([1]),
    /x/,
    Symbol('s'),
    () => true,
    new Error('x'),
  ],
  ...[new Uint8Array(3), Buffer.from('abc'), new (class Own {})(), Object.freeze({ a: 1 }), new Proxy({}, {})],
];

/** Whatever a client can send, and what only a program can pass. */
export const hostileValues: readonly unknown[] = [...scalars, ...texts, ...containers, ...strangers];
