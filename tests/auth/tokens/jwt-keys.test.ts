import { generateKeyPairSync, randomBytes } from 'node:crypto';
import { beforeAll, describe, expect, test } from '@jest/globals';
import { type Application, setup } from '@taproot/core';
import { algorithms, checkKeys, hmacBytes, type JwtKeys, jwtKeys } from '../../../plugins/auth/src/tokens/jwt-keys.ts';
import { faultOf, secret } from '../support/application.ts';

type KeyConfig = Parameters<typeof jwtKeys>[2];

const publicKeyEncoding = { type: 'spki', format: 'pem' } as const;
const privateKeyEncoding = { type: 'pkcs8', format: 'pem' } as const;

const rsa = generateKeyPairSync('rsa', { modulusLength: 2048, publicKeyEncoding, privateKeyEncoding });
const weak = generateKeyPairSync('rsa', { modulusLength: 2040, publicKeyEncoding, privateKeyEncoding });
const p256 = generateKeyPairSync('ec', { namedCurve: 'P-256', publicKeyEncoding, privateKeyEncoding });
const p384 = generateKeyPairSync('ec', { namedCurve: 'P-384', publicKeyEncoding, privateKeyEncoding });
const ed = generateKeyPairSync('ed25519', { publicKeyEncoding, privateKeyEncoding });
const ed448 = generateKeyPairSync('ed448', { publicKeyEncoding, privateKeyEncoding });

const boot = (env: Readonly<Record<string, string>> = {}): Promise<Application> =>
  setup(null, { env: { APP_ENV: 'production', APP_KEY: '', ...env } }).create();

const config = (algorithm: KeyConfig['algorithm'], more: Partial<KeyConfig> = {}): KeyConfig => ({
  algorithm,
  secret: null,
  private_key: null,
  public_key: null,
  ...more,
});

let app: Application;
beforeAll(async () => {
  app = await boot();
});

const keysOf = async (settings: KeyConfig): Promise<JwtKeys> => jwtKeys(app, 'jwt', settings);
const messageOf = async (settings: KeyConfig): Promise<string> => (await faultOf(() => keysOf(settings))).message;
const bits512 = `${secret}${secret}`;

test('a guard may be pinned to one of these algorithms, and none is "none"', () => {
  const known = 'HS256 HS384 HS512 RS256 RS384 RS512 PS256 ES256 ES384 EdDSA';
  expect(algorithms.join(' ')).toBe(known);
});

describe('the key of an HMAC', () => {
  test('has as many bytes as its hash, and a key pair has no such length', () => {
    const asked = ['HS256', 'HS384', 'HS512', 'RS256', 'EdDSA'] as const;
    expect(asked.map((algorithm) => hmacBytes(algorithm))).toEqual([32, 48, 64, 0, 0]);
    expect(hmacBytes()).toBe(32);
  });

  test.each([
    ['HS256', 'SHA-256'],
    ['HS384', 'SHA-384'],
    ['HS512', 'SHA-512'],
  ] as const)('AU-02 of %s is of %s alone, signs and verifies, and cannot be read out', async (algorithm, hash) => {
    const { sign, verify } = await keysOf(config(algorithm, { secret: bits512 }));
    expect(verify).toBe(sign);
    expect(sign).toMatchObject({
      type: 'secret',
      extractable: false,
      algorithm: { name: 'HMAC', hash: { name: hash }, length: 512 },
      usages: ['sign', 'verify'],
    });
  });

  test.each([
    ['HS256', 32],
    ['HS384', 48],
    ['HS512', 64],
  ] as const)('AU-07 of %s has %i bytes or more', async (algorithm, bytes) => {
    const check = (length: number) => checkKeys(app, 'jwt', config(algorithm, { secret: bits512.slice(0, length) }));
    expect(check(bytes)).toBeUndefined();
    const fault = await faultOf(() => check(bytes - 1));
    expect(fault).toMatchObject({
      code: 'E_AUTH_SECRET_WEAK',
      message: expect.stringContaining(`fewer than ${bytes} bytes`) as unknown,
    });
  });

  test.each([
    ['HS256', 256],
    ['HS384', 384],
    ['HS512', 512],
  ] as const)('AU-07 of %s has %i bits when it is derived', async (algorithm, length) => {
    const { sign } = await jwtKeys(await boot({ APP_KEY: secret }), 'jwt', config(algorithm));
    expect(sign).toMatchObject({ algorithm: { length } });
  });

  test.each([
    ['12345678'.repeat(5), 'repeats a part of itself'],
    [`${'k3y-9Zq!'.repeat(5)}k3y`, 'repeats a part of itself'],
    ['abcdefghijklmnopqrstuvwxyz0123456789', 'mostly counts up or down'],
    ['98765432109876543210zyxwvutsrqponmlkj', 'mostly counts up or down'],
  ])('S-9: of "%s" is weak', async (weak, reason) => {
    expect(await faultOf(() => checkKeys(app, 'jwt', config('HS256', { secret: weak })))).toMatchObject({
      code: 'E_AUTH_SECRET_WEAK',
      message: expect.stringContaining(reason) as unknown,
    });
  });

  test('S-9: of random bytes is none of these, as base64, hex or digits', async () => {
    for (let round = 0; round < 200; round++) {
      const bytes = randomBytes(48);
      const digits = Array.from(bytes, (byte) => byte % 10).join('');
      for (const random of [bytes.toString('base64'), bytes.toString('hex'), digits])
        if (new Set(random).size >= 8)
          expect(checkKeys(app, 'jwt', config('HS256', { secret: random }))).toBeUndefined();
    }
  });

  test('AU-07 may be missing until somebody needs it', async () => {
    expect(checkKeys(app, 'jwt', config('HS256'))).toBeUndefined();
    expect((await faultOf(() => jwtKeys(app, 'jwt', config('HS256')))).code).toBe('E_AUTH_SECRET_MISSING');
  });

  test('AU-07 is checked for what it is, whatever PEM keys stand beside it', async () => {
    expect(checkKeys(app, 'jwt', config('HS256', { secret, private_key: 'x', public_key: 'y' }))).toBeUndefined();
  });
});

describe('the key of an asymmetric algorithm', () => {
  test.each([
    ['RS256', rsa],
    ['RS384', rsa],
    ['RS512', rsa],
    ['PS256', rsa],
    ['ES256', p256],
    ['ES384', p384],
    ['EdDSA', ed],
  ] as const)('of %s signs with the private half and verifies with the public one', async (algorithm, pair) => {
    const { privateKey: private_key, publicKey: public_key } = pair;
    for (const given of [{ private_key, public_key }, { private_key }]) {
      const { sign, verify } = await keysOf(config(algorithm, given));
      expect([sign?.type, verify.type]).toEqual(['private', 'public']);
      expect(verify).toHaveProperty(
        'asymmetricKeyType',
        { RS: 'rsa', PS: 'rsa', ES: 'ec', Ed: 'ed25519' }[algorithm.slice(0, 2)],
      );
    }
    const { sign, verify } = await keysOf(config(algorithm, { public_key }));
    expect([sign, verify.type]).toEqual([null, 'public']);
  });

  test.each([
    ['RS256', p256, 'it is of the kind ec'],
    ['RS384', ed, 'it is of the kind ed25519'],
    ['RS512', p256, 'it is of the kind ec'],
    ['PS256', p256, 'it is of the kind ec'],
    ['ES256', rsa, 'it is of the kind rsa'],
    ['ES256', p384, 'its curve is secp384r1'],
    ['ES384', p256, 'its curve is prime256v1'],
    ['ES384', ed, 'it is of the kind ed25519'],
    ['EdDSA', p256, 'it is of the kind ec'],
    ['EdDSA', ed448, 'it is of the kind ed448'],
    ['RS256', weak, 'it has 2040 bits, fewer than 2048'],
  ] as const)('AU-02 of %s is no other, be it private or public', async (algorithm, pair, reason) => {
    for (const [key, value] of [
      ['private_key', pair.privateKey],
      ['public_key', pair.publicKey],
    ] as const)
      expect(await messageOf(config(algorithm, { [key]: value }))).toBe(
        `auth.guards.jwt.${key} is not a key for ${algorithm}: ${reason}.`,
      );
  });

  test('of which there is none is told', async () => {
    expect(await messageOf(config('ES256'))).toBe(
      'auth.guards.jwt.public_key is not a key for ES256: neither it nor private_key is set.',
    );
  });

  test('is checked at boot where it is given, and only there', async () => {
    const check = (more: Partial<KeyConfig>) => checkKeys(app, 'jwt', config('ES256', { secret: 'short', ...more }));
    expect(check({})).toBeUndefined();
    expect(check({ private_key: p256.privateKey })).toBeUndefined();
    expect(check({ public_key: p256.publicKey })).toBeUndefined();
    for (const broken of [{ private_key: 'x' }, { public_key: 'x' }, { private_key: p256.privateKey, public_key: 'x' }])
      expect((await faultOf(() => check(broken))).code).toBe('E_AUTH_KEY');
  });

  test('that OpenSSL cannot read is an error with its reason', async () => {
    const fault = await faultOf(() => keysOf(config('ES256', { public_key: 'no key' })));
    expect(fault.message).toBe(
      'auth.guards.jwt.public_key is not a key for ES256: it is no PEM text that OpenSSL reads.',
    );
    expect(fault.cause).toHaveProperty('message', expect.stringContaining('DECODER'));
  });
});

test('a public key that does not belong to the private one is told at boot', async () => {
  const other = generateKeyPairSync('ed25519', { publicKeyEncoding, privateKeyEncoding });
  const pair = { private_key: ed.privateKey, public_key: ed.publicKey };
  expect((await keysOf(config('EdDSA', pair))).sign).not.toBeNull();
  expect(await messageOf(config('EdDSA', { ...pair, public_key: other.publicKey }))).toContain(
    'jwt.public_key is not a key for EdDSA: it does not belong to private_key.',
  );
});
