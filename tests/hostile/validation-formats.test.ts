import type { ReadStream } from 'node:fs';
import { mkdtemp, rm, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate as turn } from 'node:timers/promises';
import { afterAll, describe, expect, test } from '@jest/globals';
import { SpooledFile } from '../../plugins/routing/src/body/spooled-file.ts';
import { textType } from '../../plugins/validation/src/files/text-type.ts';
import type { HostResolver } from '../../plugins/validation/src/rules/definition.ts';
import { endsSoon } from '../support/ends-soon.ts';
import { growth, workOf } from '../support/steps.ts';
import { withTimers } from '../support/with-seconds.ts';
import { check, holds } from '../validation/rules/built-in.ts';

const falseFor = async (rule: string, values: readonly unknown[]): Promise<void> => {
  for (const value of values) expect([rule, value, await holds(rule, value)]).toEqual([rule, value, false]);
};

const trueFor = async (rule: string, values: readonly unknown[]): Promise<void> => {
  for (const value of values) expect([rule, value, await holds(rule, value)]).toEqual([rule, value, true]);
};

describe('patterns', () => {
  test('VA-01 a pattern of catastrophic shape is decided at once', async () => {
    await holds('regex:^(b+)+$', 'b');
    const hostile = `${'a'.repeat(60)}!`;
    expect(await endsSoon(() => holds('regex:^(a+)+$', hostile))).toBe(false);
    expect(await endsSoon(() => holds('not_regex:^(a+)+$', hostile))).toBe(true);
  });

  test('VA-01 a text longer than patterns are tried on is refused, under not_regex too', async () => {
    await trueFor('regex:^a', ['a'.repeat(10_000)]);
    await falseFor('regex:^a', ['a'.repeat(10_001)]);
    await falseFor('not_regex:b', ['a'.repeat(10_001)]);
    // A large pattern is tried on shorter texts: each character may cost as many steps as it has parts.
    await falseFor('not_regex:^(?:a|b){1,100}c$', ['a'.repeat(9000)]);
  });

  test('VA-02 no flag lets a second line or an earlier text decide', async () => {
    await falseFor('regex:^abc$', ['abc\n', 'abc\nx', 'x\nabc']);
    await trueFor('regex:/^abc$/i', ['ABC']);
    for (const flag of ['m', 'g', 'y', 'im'])
      await expect(check({}, { f: `regex:/x/${flag}` })).rejects.toMatchObject({ code: 'E_RULE_PARAMETERS' });
    for (let turn = 0; turn < 3; turn++) await trueFor('regex:/abc/', ['xabc']);
    // Unicode's simple folding, as documented: the Kelvin sign is a k where case does not count.
    await trueFor('regex:/^[a-z]+$/i', ['\u212a']);
    await falseFor('regex:^[a-z]+$', ['\u212a']);
  });

  test('VA-03 what is no pattern is an error, under not_regex too', async () => {
    for (const rules of ['regex:(', 'not_regex:(', 'regex:', 'not_regex://', ['regex:[']])
      await expect(check({ f: 'x' }, { f: rules })).rejects.toMatchObject({
        code: 'E_RULE_PARAMETERS',
        message: expect.stringContaining('field "f"'),
      });
  });
});

describe('characters', () => {
  test('VA-08 a mark without a letter is none, one nobody sees is in no word, and a password counts code points', async () => {
    await falseFor('alpha', ['\u0301', '\u0301e', 'x\ufe0f', 'x\u034f', 'x\u{e0100}', 'x\u3164']);
    await trueFor('alpha', ['é', 'e\u0301']);
    await falseFor('password:8', [`x${'\ufe0f'.repeat(1000)}`, '😀😀😀😀']);
  });

  test('VA-09 halves of pairs, NUL and characters nobody sees are no text of these rules', async () => {
    const hidden = ['a\ud800', 'a\u0000', 'a\u202eb'];
    await falseFor('alpha', hidden);
    await falseFor('ascii', hidden);
    await falseFor('email', ['a\ud800@b.cd', 'a\u0000@b.cd', 'a\u202e@b.cd', 'a@b\u202e.cd', 'a\u200b@b.cd']);
    await falseFor('url', ['http://a\ud800.b', 'http://a.b/\u0000', 'http://a.b/\u202e', 'http://a\u200b.b']);
    await falseFor('regex:^.+$', ['a\ud800']);
  });
});

describe('dates', () => {
  test('VA-12 days, hours and seconds that do not exist are refused, and so are words', async () => {
    await falseFor('date', [
      '2023-02-30',
      '0000-00-00',
      '275761-01-01',
      '2023-01-01T25:00:00Z',
      '2016-12-31T23:59:60Z',
      '1',
      1,
      'now',
      'today',
      '+1 day',
      '12/31/2023',
      '2023-01-01\n',
      '２０２３-01-01',
    ]);
    await falseFor('after:2000-01-01', ['now', 'tomorrow', '+1 day', '9999999999999']);
  });

  test('VA-13 another field that is no date lets the rule fail', async () => {
    for (const other of [undefined, null, [], ['2024-01-01'], {}, 0, 'tomorrow', 'x'.repeat(100_000)])
      expect(await holds('before:o', '2000-01-01', { o: other })).toBe(false);
    for (const other of ['absent', 'constructor', '__proto__', 'o.length', '..'])
      expect(await holds(`before:${other}`, '2000-01-01', { o: '2024-01-01' })).toBe(false);
  });

  test('VA-14 what is no name of a time zone is refused without a throw', async () => {
    await falseFor('timezone', [
      '__proto__',
      '+25:00',
      'est5edt',
      'Etc/../x',
      'Etc//UTC',
      'UTC\n',
      'A'.repeat(100_000),
    ]);
  });
});

describe('addresses', () => {
  test('VA-15 an address that runs code, hides its host or breaks lines is refused', async () => {
    await falseFor('url', [
      'javascript:alert(1)',
      'javascript://example.com/%0aalert(1)',
      'JavaScript://a.b',
      'vbscript://a.b',
      'data:text/html,x',
      'http://a@evil.example',
      'http://a:b@evil.example',
      'http://a.b\\@evil.example',
      '//evil.example',
      'http:/evil.example',
      'http://a.b/\r\nX: y',
      ' http://a.b',
      'http://a.b ',
      `http://a.b/${'x'.repeat(10_240)}`,
      'http://１.b',
    ]);
    await falseFor('url:http,https', ['ftp://a.b', 'data://a.b']);
    await trueFor('url', [`http://a.b/${'x'.repeat(2037)}`]);
  });

  test('VA-29 line breaks, quotes, literals and addresses beyond 254 bytes are refused', async () => {
    await falseFor('email', [
      'a@b.cd\r\nBcc: x@y.z',
      '"a\r\nBcc: x@y.z"@b.cd',
      '"<script>"@b.cd',
      'a@[127.0.0.1]',
      'a@[IPv6:::1]',
      'a@127.0.0.1',
      `${'a'.repeat(65_536)}@b.cd`,
      `a@${'b.'.repeat(130)}cd`,
      `${'a'.repeat(65)}@b.cd`,
      `${'ü'.repeat(30)}@${`${'ü'.repeat(30)}.`.repeat(4)}de`,
      'a@b.cd ',
      'a@b.cd\n',
      'A <a@b.cd>',
      'a(x)@b.cd',
    ]);
    await trueFor('email', ['ü@müller.example']);
  });

  test('VA-30 only whole addresses and identifiers pass, without a line break behind them', async () => {
    await falseFor('ip', ['127.1', '0177.0.0.1', '1.2.3.4/24', 'fe80::1%eth0', '1.2.3.4\n', '2130706433', '１.2.3.4']);
    await trueFor('ipv4', ['::ffff:1.2.3.4']);
    await falseFor('ipv6', ['::ffff:1.2.3.4']);
    await falseFor('uuid', ['f47ac10b-58cc-4372-a567-0e02b2c3d479\n']);
    await falseFor('uuid:max', ['ffffffff-ffff-ffff-ffff-ffffffffffff\n']);
    await falseFor('mac_address', ['00:1b:44:11:3a:b7\n']);
    await falseFor('hex_color', ['#fff\n']);
    await falseFor('ulid', ['01ARZ3NDEKTSV4RRFFQ69G5FAV\n']);
    await falseFor('alpha_num', ['abc\n']);
  });

  test('VA-28 JSON is refused beyond 64 levels, and decided in one reading', async () => {
    await trueFor('json', ['['.repeat(64) + ']'.repeat(64), '"[[[["', '{"a":1,"a":2}']);
    const deep = ['['.repeat(200_000) + ']'.repeat(200_000), '['.repeat(65) + ']'.repeat(65), '{"a":'.repeat(100_000)];
    const large = `["${'\\u0041'.repeat(175_000)}"]`;
    await falseFor('json', deep);
    await trueFor('json', [large]);
    const sizes = (make: (size: number) => string) => growth(5000, (size) => holds('json', make(size)));
    expect(await sizes((size) => `["${'\\u0041'.repeat(size / 6)}"]`)).toBeLessThan(5);
    expect(await sizes((size) => `[${'[],'.repeat(size / 3)}1]`)).toBeLessThan(5);
    // Not even read to its end.
    for (const text of deep) expect(await workOf(() => holds('json', text))).toBeLessThan(20_000);
  });
});

const active = async (url: string, resolver: HostResolver): Promise<boolean> =>
  (await check({ f: url }, { f: 'active_url' }, { resolver })).passes();

describe('active_url', () => {
  const known = (addresses: readonly string[], asked: string[] = []): HostResolver => ({
    resolve: async (host) => {
      asked.push(host);
      return addresses;
    },
  });

  test('VA-16 passes a public host, of whatever scheme, and asks for its Punycode name', async () => {
    const asked: string[] = [];
    const resolver = known(['93.184.215.14', '2606:2800:21f:cb07:6820:80da:af6b:8b2c'], asked);
    expect(await active('https://Müller.example.org:8443/a', resolver)).toBe(true);
    expect(asked).toEqual(['xn--mller-kva.example.org']);
    expect(await active('ftp://example.org', resolver)).toBe(true);
    expect(await active('//example.org', resolver)).toBe(false);
  });

  test('VA-16 literal addresses and internal names are refused without a look-up', async () => {
    const asked: string[] = [];
    const resolver = known(['93.184.215.14'], asked);
    for (const host of [
      '169.254.169.254',
      '127.0.0.1',
      '8.8.8.8',
      '[::1]',
      '[2606:2800:21f::1]',
      '0x7f.1',
      '2130706433',
      '0177.0.0.1',
      'localhost',
      'localhost.',
      'a.localhost',
      'intranet',
      'db.internal',
      'printer.local',
      'nas.home.arpa',
      'x.onion',
      '1.0.0.127.in-addr.arpa',
    ])
      expect([host, await active(`http://${host}/`, resolver)]).toEqual([host, false]);
    expect(asked).toEqual([]);
  });

  test.each([
    '127.0.0.1',
    '10.0.0.1',
    '172.16.0.1',
    '192.168.1.1',
    '169.254.169.254',
    '100.64.0.1',
    '0.0.0.0',
    '224.0.0.1',
    '::1',
    '::',
    'fe80::1',
    'fc00::1',
    '::ffff:10.0.0.1',
    '64:ff9b::a00:1',
    '2002:a00:1::',
    'nonsense',
  ])('VA-16 a name that leads to %s is refused, beside public addresses too', async (address) => {
    expect(await active('http://a.example.org', known([address]))).toBe(false);
    expect(await active('http://a.example.org', known(['93.184.215.14', address]))).toBe(false);
  });

  test('VA-16 a name server that fails or knows nothing refuses', async () => {
    expect(await active('http://a.example.org', { resolve: () => Promise.reject(new Error('ENOTFOUND')) })).toBe(false);
    expect(await active('http://a.example.org', known([]))).toBe(false);
    expect(await active('http://a.example.org', known(['64:ff9b::5db8:d70e']))).toBe(true);
  });

  test('VA-16 five hundred hosts in one validation cost ten look-ups at most, and one host costs one', async () => {
    const asked: string[] = [];
    const resolver = known(['93.184.215.14'], asked);
    const hosts = Array.from({ length: 500 }, (_, i) => `http://h${i}.example.org`);
    const validator = await check({ hosts }, { 'hosts.*': 'active_url' }, { resolver });
    expect(asked).toHaveLength(10);
    expect(Object.keys(validator.errors().all())).toHaveLength(490);
    const again = { hosts: hosts.map((_, i) => `http://example.org/${i}`) };
    expect((await check(again, { 'hosts.*': 'active_url' }, { resolver })).passes()).toBe(true);
    expect(asked.slice(10)).toEqual(['example.org']);
  });

  test('VA-16 a name server that never answers is left after two seconds, all look-ups at once', async () => {
    let ended = 0;
    const resolver: HostResolver = {
      resolve: (_host, signal) =>
        new Promise(() => {
          signal.addEventListener('abort', () => ended++);
        }),
    };
    const hosts = Array.from({ length: 10 }, (_, i) => `http://h${i}.example.org`);
    await withTimers(async (pass) => {
      const checked = check({ hosts }, { 'hosts.*': 'active_url' }, { resolver });
      await turn();
      pass(1900);
      expect(ended).toBe(0);
      pass(200);
      expect((await checked).passes()).toBe(false);
    });
    expect(ended).toBe(10);
  });
});

describe('files', () => {
  const opened = mkdtemp(join(tmpdir(), 'formats-'));
  afterAll(async () => rm(await opened, { recursive: true }));

  let files = 0;
  const upload = async (content: Buffer | string, name: string, size = Buffer.byteLength(content)) => {
    const path = join(await opened, String(files++));
    await writeFile(path, content);
    await truncate(path, size);
    return new SpooledFile({ field: 'f', name, type: 'image/png', path, size });
  };

  test('UP-07 content decides what a file is, its name decides its extension, and an SVG is no image', async () => {
    const script = '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>';
    for (const text of [
      script,
      `\ufeff<!-- x -->\n${script}`,
      `<?xml version="1.0"?><!DOCTYPE svg [<!ENTITY x "y">]>${script}`,
    ]) {
      const svg = await upload(text, 'a.png');
      expect(await holds('image', svg)).toBe(false);
      expect(await holds('mimes:png,jpg,txt', svg)).toBe(false);
      expect(await holds('image:allow_svg', svg)).toBe(true);
      expect(await holds('extensions:png', svg)).toBe(true);
    }
    const html = await upload('GIF89 <html><script>alert(1)</script>', 'a.gif');
    for (const rule of ['image', 'mimes:gif', 'mimetypes:image/*']) expect(await holds(rule, html)).toBe(false);
    const png = await upload(Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex'), 'a.html');
    expect(await holds('image', png)).toBe(true);
    expect(await holds('extensions:png', png)).toBe(false);
  });

  test('UP-07 a huge image is measured by its header alone', async () => {
    const gif = Buffer.from('474946383961ffffffff000000 3b'.replace(' ', ''), 'hex');
    const file = await upload(gif, 'a.gif', 64 * 1024 * 1024);
    const streams: ReadStream[] = [];
    const stream = file.stream.bind(file);
    file.stream = () => {
      const opened = stream() as ReadStream;
      streams.push(opened);
      return opened;
    };
    expect(await holds('dimensions:max_width=5000', file)).toBe(false);
    expect(await holds('dimensions:width=65535,height=65535', file)).toBe(true);
    expect(streams).toHaveLength(2);
    for (const { bytesRead } of streams) expect(bytesRead).toBeLessThan(1024 * 1024);
  });

  test('UP-07 text built to confuse the look for its first element is told at once', async () => {
    const hostile = ['<!--', '<?', '<!doctype ', ' ', '<!--a-->', '"', `${'a,'.repeat(9)}\n`];
    for (const unit of hostile) {
      const filled = (length: number) => unit.repeat(length / unit.length);
      expect(await holds('mimes:txt', await upload(filled(65_000), 'a.txt'))).toBe(true);
      // Longer than the part of a file that is read.
      const long = filled(1_000_000);
      expect(endsSoon(() => textType(long, true)).extensions).toContain('txt');
    }
  });
});
