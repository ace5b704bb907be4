import { createCipheriv, createDecipheriv, createHmac, hkdfSync } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, jest, test } from '@jest/globals';
import { setup } from '@taproot/core';
import { crypt } from '@taproot/crypt';
import { fastify } from '@taproot/fastify';
import { routing } from '@taproot/routing';
import { testApplication } from '@taproot/testing';
import { drivers } from '../support/drivers.ts';

const key = 'n3w-Zr2mXw5kYc9nVb3gHs7jLd4fAu6eTo1iWy0xKzM';
const old = 'old-Zr2mXw5kYc9nVb3gHs7jLd4fAu6eTo1iWy0xKzM';

const booted = (env: Readonly<Record<string, string>> = { APP_KEY: key }) =>
  testApplication({ plugins: [routing({ listen: false }), crypt()], env });

const cryptOf = async (env?: Readonly<Record<string, string>>) => (await booted(env)).facades.Crypt();

describe('facades.Crypt()', () => {
  test('a text comes back, and no two results are the same', async () => {
    const it = await cryptOf();
    for (const text of ['', 'Ada', 'ä€😀', 'x'.repeat(100_000)]) {
      const [one, two] = [it.encryptString(text), it.encryptString(text)];
      expect(one).not.toBe(two);
      expect(one).toMatch(/^v1\.[\w-]+$/);
      expect([it.decryptString(one), it.decryptString(two)]).toEqual([text, text]);
    }
  });

  test('values come back as JSON', async () => {
    const it = await cryptOf();
    expect(it.decrypt(it.encrypt({ id: 7, tags: ['a'] }))).toEqual({ id: 7, tags: ['a'] });
    expect(it.decrypt(it.encrypt(undefined))).toBeNull();
  });

  // Fixed texts: another version must open what this one has sealed.
  test('sealed texts of this form open for ever', async () => {
    const it = await cryptOf();
    expect(it.decryptString('v1.AAECAwQFBgcICQoLsVbu3M3-RqB7Qf6RJsM1kN8xJ5XBwGqPCt869_N6_bQAZ--1PuCig5A')).toBe(
      'The quick brown fox',
    );
    expect(it.sign('The quick brown fox')).toBe('yshc7VLc7cA3KZ7VGg1uDRwTC_T8cOxqdjmy9Za3v40');
    expect(it.verify('The quick brown fox', 'yshc7VLc7cA3KZ7VGg1uDRwTC_T8cOxqdjmy9Za3v40')).toBe(true);
  });

  test('the form is AES-256-GCM with a key by HKDF-SHA256, as other programs know them', async () => {
    const it = await cryptOf();
    const sealed = Buffer.from(it.encryptString('Ada', { purpose: 'names' }).slice(3), 'base64url');
    const derived = Buffer.from(hkdfSync('sha256', key, '', 'taproot:names:seal', 32));
    const opening = createDecipheriv('aes-256-gcm', derived, sealed.subarray(0, 12));
    opening.setAAD(Buffer.from('v1.')).setAuthTag(sealed.subarray(-16));
    const plain = Buffer.concat([opening.update(sealed.subarray(12, -16)), opening.final()]);
    expect(plain.toString('latin1')).toBe('\0\0\0\0\0\0Ada');
  });

  test('a text that was changed anywhere does not open', async () => {
    const it = await cryptOf();
    const sealed = it.encryptString('Ada');
    for (let at = 0; at < sealed.length; at++) {
      const other = sealed[at] === 'A' ? 'B' : 'A';
      const changed = sealed.slice(0, at) + other + sealed.slice(at + 1);
      // The last character of base64 has bits that no byte uses.
      if (Buffer.from(changed.slice(3), 'base64url').equals(Buffer.from(sealed.slice(3), 'base64url'))) continue;
      expect(it.decryptString(changed)).toBeNull();
    }
    const hostile = [
      '',
      'v1.',
      'v1',
      'v2' + sealed.slice(2),
      sealed.slice(0, -1),
      `${sealed}AAAA`,
      'v1.AAAA',
      '\0',
      'null',
    ];
    for (const text of hostile) expect(it.decryptString(text)).toBeNull();
  });

  test('each purpose has another key, and encrypting another than signing', async () => {
    const it = await cryptOf();
    const sealed = it.encryptString('Ada', { purpose: 'names' });
    expect(it.decryptString(sealed)).toBeNull();
    expect(it.decryptString(sealed, { purpose: 'name' })).toBeNull();
    expect(it.decryptString(sealed, { purpose: 'names' })).toBe('Ada');
    expect(it.verify('Ada', it.sign('Ada', { purpose: 'names' }))).toBe(false);
    expect(() => it.encryptString('Ada', { purpose: '' })).toThrow(
      expect.objectContaining({ code: 'E_APP_KEY_PURPOSE' }),
    );
  });

  test('a lifetime ends on the second', async () => {
    const it = await cryptOf();
    jest.useFakeTimers({ now: 1_700_000_000_000, doNotFake: ['nextTick', 'setImmediate'] });
    try {
      const sealed = it.encryptString('Ada', { lifetime: '1h' });
      jest.setSystemTime(1_700_003_599_999);
      expect(it.decryptString(sealed)).toBe('Ada');
      jest.setSystemTime(1_700_003_600_000);
      expect(it.decryptString(sealed)).toBeNull();
    } finally {
      jest.useRealTimers();
    }
  });

  test('signatures are verified as a whole', async () => {
    const it = await cryptOf();
    const signature = it.sign('Ada');
    expect(it.verify('Ada', signature)).toBe(true);
    const wrong = [
      '',
      signature.slice(1),
      `${signature}A`,
      signature.toLowerCase(),
      `${signature.slice(0, -1)}=`,
      'é'.repeat(43),
    ];
    for (const one of wrong) expect(it.verify('Ada', one)).toBe(false);
    expect(it.verify('ada', signature)).toBe(false);
  });

  test('a new APP_KEY with the old one in APP_PREVIOUS_KEYS opens and verifies what the old one has made', async () => {
    const before = await cryptOf({ APP_KEY: old });
    const after = await cryptOf({ APP_KEY: key, APP_PREVIOUS_KEYS: old });
    const without = await cryptOf({ APP_KEY: key });
    const [sealed, signature] = [before.encryptString('Ada'), before.sign('Ada')];
    expect([after.decryptString(sealed), after.verify('Ada', signature)]).toEqual(['Ada', true]);
    expect([without.decryptString(sealed), without.verify('Ada', signature)]).toEqual([null, false]);
    // New texts get the new key, so that the old one can be dropped one day.
    expect([
      without.decryptString(after.encryptString('Ada')),
      before.decryptString(after.encryptString('Ada')),
    ]).toEqual(['Ada', null]);
  });

  test('without APP_KEY the application does not start', async () => {
    const starts = setup(null, { basePath: import.meta.dirname, env: { APP_ENV: 'testing' } })
      .withPlugins([crypt()])
      .create();
    await expect(starts).rejects.toMatchObject({ code: 'E_APP_KEY_MISSING' });
  });
});

interface Vectors {
  readonly key: string;
  readonly sealed: readonly {
    readonly purpose: string;
    readonly text: string;
    readonly expires: number;
    readonly sealed: string;
  }[];
  readonly ended: string;
  readonly cookie: { readonly name: string; readonly text: string; readonly sealed: string };
  readonly signed: readonly { readonly purpose: string; readonly text: string; readonly signature: string }[];
  readonly signedCookie: { readonly name: string; readonly text: string; readonly signature: string };
  readonly signedPath: { readonly path: string; readonly signature: string };
}

/** Made by `vectors.py`, with another implementation of the algorithms. They never change: what was sealed must open for ever. */
const vectors = JSON.parse(readFileSync(join(import.meta.dirname, 'vectors.json'), 'utf8')) as Vectors;

describe('test vectors', () => {
  const hex = (text: string): Buffer => Buffer.from(text.replaceAll(' ', ''), 'hex');

  test('the algorithms are those of the standards', () => {
    // RFC 5869, A.1 and A.3: HKDF-SHA256, the second one without a salt, as keys are derived here.
    const okm = (salt: string, info: string): string =>
      Buffer.from(hkdfSync('sha256', Buffer.alloc(22, 0x0b), hex(salt), hex(info), 42)).toString('hex');
    expect(okm('000102030405060708090a0b0c', 'f0f1f2f3f4f5f6f7f8f9')).toBe(
      '3cb25f25faacd57a90434f64d0362f2a2d2d0a90cf1a5a4c5db02d56ecc4c5bf34007208d5b887185865',
    );
    expect(okm('', '')).toBe('8da4e775a563c18f715f802a063c5a31b8a11f5c5ee1879ec3454e5f3c738d2d9d201395faa4b61a96c8');
    // RFC 4231, 4.3: HMAC-SHA256.
    expect(createHmac('sha256', 'Jefe').update('what do ya want for nothing?').digest('hex')).toBe(
      '5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843',
    );
    // The specification of GCM that NIST has taken over, test case 16: AES-256 with associated data.
    const sealing = createCipheriv(
      'aes-256-gcm',
      hex('feffe9928665731c6d6a8f9467308308feffe9928665731c6d6a8f9467308308'),
      hex('cafebabefacedbaddecaf888'),
    ).setAAD(hex('feedfacedeadbeeffeedfacedeadbeefabaddad2'));
    const plain = hex(
      'd9313225f88406e5a55909c5aff5269a86a7a9531534f7da2e4c303d8a318a72 1c3c0c95956809532fcf0e2449a6b525b16aedf5aa0de657ba637b39',
    );
    expect(Buffer.concat([sealing.update(plain), sealing.final(), sealing.getAuthTag()]).toString('hex')).toBe(
      '522dc1f099567d07f47f37a32a84427d643a8cdcbfe5c0c97598a2bd2555d1aa8cb08e48590dbb3da7b08b1056828838c5f61e6393ba7a0abcc9f66276fc6ece0f4e1768cddf8853bb2d551b',
    );
  });

  test('what another implementation has sealed opens, and what it has signed is verified', async () => {
    const it = await cryptOf({ APP_KEY: vectors.key });
    expect(vectors.sealed).toHaveLength(15);
    for (const { purpose, text, sealed } of vectors.sealed) expect(it.decryptString(sealed, { purpose })).toBe(text);
    expect(it.decryptString(vectors.ended)).toBeNull();
    expect(vectors.signed).toHaveLength(10);
    for (const { purpose, text, signature } of vectors.signed) {
      expect(it.sign(text, { purpose })).toBe(signature);
      expect(it.verify(text, signature, { purpose })).toBe(true);
    }
  });
});

const answer = async (app: Awaited<ReturnType<typeof booted>>, path: string, cookie = ''): Promise<Response> =>
  app.facades.Route().fetch(new Request(`http://localhost${path}`, { headers: { cookie } }));

const cookieOf = (reply: Response): string =>
  reply.headers
    .getSetCookie()
    .map((one) => one.split(';')[0])
    .join('; ');

describe.each(drivers)('cookies and addresses on the %s driver', (driver) => {
  const site = (env: Readonly<Record<string, string>> = { APP_KEY: key }) =>
    testApplication({
      plugins: [routing({ driver, listen: false }), fastify(), crypt()],
      env,
      register: ({ facades, middleware }) => {
        const route = facades.Route();
        route.get('/encrypted', (ctx) =>
          ctx.response().cookie('cart', 'sieben ä; 7', { encrypted: true, maxAge: '1h' }).noContent(),
        );
        route.get('/signed', (ctx) => ctx.response().cookie('cart', 'a.b ä', { signed: true }).noContent());
        route.get('/both', (ctx) => ctx.response().cookie('cart', 'x', { signed: true, encrypted: true }).noContent());
        route.get('/read', (ctx) => ({
          encrypted: ctx.request().encryptedCookie('cart', 'none'),
          signed: ctx.request().signedCookie('cart', 'none'),
          other: ctx.request().encryptedCookie('card', 'none') + ctx.request().signedCookie('card', 'none'),
        }));
        route
          .middleware(middleware.signed())
          .get('/verify/{id}', (ctx) => ({ id: ctx.request().route('id') }))
          .name('verify');
      },
    });

  test('an encrypted cookie is read by its own name alone, until it ends', async () => {
    await using app = await site();
    const cookie = cookieOf(await answer(app, '/encrypted'));
    expect(cookie).not.toContain('sieben');
    expect(await (await answer(app, '/read', cookie)).json()).toEqual({
      encrypted: 'sieben ä; 7',
      signed: 'none',
      other: 'nonenone',
    });
    const renamed = cookie.replace('cart=', 'card=');
    expect(await (await answer(app, '/read', renamed)).json()).toEqual({
      encrypted: 'none',
      signed: 'none',
      other: 'nonenone',
    });
    jest.useFakeTimers({
      now: Date.now() + 3_602_000,
      doNotFake: ['nextTick', 'setImmediate', 'performance', 'setTimeout', 'setInterval', 'queueMicrotask'],
    });
    try {
      expect(await (await answer(app, '/read', cookie)).json()).toMatchObject({ encrypted: 'none' });
    } finally {
      jest.useRealTimers();
    }
  });

  test('a signed cookie can be read, but not changed, renamed or left unsigned', async () => {
    await using app = await site();
    const cookie = cookieOf(await answer(app, '/signed'));
    expect(decodeURIComponent(cookie)).toMatch(/^cart=a\.b ä\.[\w-]{43}$/);
    expect(await (await answer(app, '/read', cookie)).json()).toMatchObject({ signed: 'a.b ä', encrypted: 'none' });
    for (const forged of [
      cookie.replace('a.b', 'a.c'),
      cookie.replace('cart=', 'card='),
      'cart=a.b',
      'cart=',
      'cart=.',
    ])
      expect(await (await answer(app, '/read', forged)).json()).toMatchObject({ signed: 'none', other: 'nonenone' });
  });

  test('cookies and addresses of another implementation are taken', async () => {
    await using app = await site({ APP_KEY: vectors.key });
    const { cookie, signedCookie, signedPath } = vectors;
    const read = async (value: string): Promise<unknown> => (await answer(app, '/read', `cart=${value}`)).json();
    expect(await read(cookie.sealed)).toMatchObject({ encrypted: cookie.text });
    expect(await read(`${signedCookie.text}.${signedCookie.signature}`)).toMatchObject({ signed: signedCookie.text });
    expect((await answer(app, `${signedPath.path}?signature=${signedPath.signature}`)).status).toBe(200);
  });

  test('a cookie is encrypted or signed', async () => {
    await using app = await site();
    expect((await answer(app, '/both')).status).toBe(500);
    expect(app.reports).toEqual([expect.objectContaining({ code: 'E_COOKIE_INVALID' })]);
  });

  test('a signed address works as it was made, until it ends', async () => {
    await using app = await site();
    const route = app.facades.Route();
    const plain = route.signedUrl('verify', { id: 'ä b' });
    const timed = route.signedUrl(
      'verify',
      { id: 7 },
      { expires: '1h', query: { mail: 'a+b@c.de', tags: ['x', 'y'] } },
    );
    expect(timed).toMatch(
      /^\/verify\/7\?mail=a%2Bb%40c\.de&tags%5B%5D=x&tags%5B%5D=y&expires=\d+&signature=[\w-]{43}$/,
    );
    for (const url of [plain, timed]) expect((await answer(app, url)).status).toBe(200);
    const changed = [
      '/verify/7',
      plain.replace('verify/', 'verify/x'),
      timed.replace('mail=a', 'mail=b'),
      timed.replace('&tags%5B%5D=x', ''),
      timed.replace(/expires=(\d)/, 'expires=9$1'),
      timed.replace(/&expires=\d+/, ''),
      `${timed}&x=1`,
      timed.replace('?', '?x=1&'),
      plain.replace('signature=', 'signature=&signature='),
      plain.slice(0, -1),
      plain.replace('signature', 'expires=99999999999&signature'),
    ];
    for (const url of changed) expect([url, (await answer(app, url)).status]).toEqual([url, 403]);
    jest.useFakeTimers({
      now: Date.now() + 3_600_000,
      doNotFake: ['nextTick', 'setImmediate', 'performance', 'setTimeout', 'setInterval', 'queueMicrotask'],
    });
    try {
      const late = await answer(app, timed);
      expect([late.status, await late.json()]).toEqual([403, expect.objectContaining({ code: 'E_URL_EXPIRED' })]);
      expect((await answer(app, plain)).status).toBe(200);
    } finally {
      jest.useRealTimers();
    }
  });

  test('a rotation of keys keeps cookies and addresses', async () => {
    await using before = await site({ APP_KEY: old });
    await using after = await site({ APP_KEY: key, APP_PREVIOUS_KEYS: `unused-${old},${old}` });
    const url = before.facades.Route().signedUrl('verify', { id: 7 }, { expires: 60 });
    const cookie = cookieOf(await answer(before, '/encrypted'));
    expect((await answer(after, url)).status).toBe(200);
    expect(await (await answer(after, '/read', cookie)).json()).toMatchObject({ encrypted: 'sieben ä; 7' });
  });
});

test('routes and cookies that need keys name the package that has them', async () => {
  const starts = testApplication({
    plugins: [routing({ listen: false })],
    register: ({ middleware }) => void middleware.signed(),
  });
  await expect(starts).rejects.toThrow(
    expect.objectContaining({ code: 'E_SEALS_MISSING', fix: expect.stringContaining('@taproot/crypt') }),
  );
});
