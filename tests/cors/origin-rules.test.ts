import { describe, expect, test } from '@jest/globals';
import type { Context } from '@taproot/core';
import { canonicalOrigin } from '../../plugins/cors/src/canonical-origin.ts';
import type { OriginRule } from '../../plugins/cors/src/config.ts';
import { OriginRules } from '../../plugins/cors/src/origin-rules.ts';

// Rules hand the context on and never look into it.
const ctx = {} as Context;
const allow = (rules: OriginRule[], origin: string) => new OriginRules(rules).allow(origin, ctx);

describe('an origin in the configuration', () => {
  test.each([
    ['https://example.com', 'https://example.com'],
    ['HTTPS://Example.COM:443', 'https://example.com'],
    ['http://localhost:3000', 'http://localhost:3000'],
    ['http://[::1]:8080', 'http://[::1]:8080'],
    ['https://bücher.example', 'https://xn--bcher-kva.example'],
    ['capacitor://localhost', 'capacitor://localhost'],
    ['chrome-extension://ABC', 'chrome-extension://abc'],
  ])('%s is %s to a browser', (entry, origin) => {
    expect(canonicalOrigin(entry)).toBe(origin);
  });

  test.each([
    ['example.com', 'it has no scheme'],
    ['*.example.com', 'it has no scheme'],
    ['//example.com', 'it has no scheme'],
    ['', 'it has no scheme'],
    ['https://', 'it has no host'],
    ['https://example.com/', 'it ends in a slash'],
    ['https://example.com/app', 'it has a path or query'],
    ['https://example.com?x', 'it has a path or query'],
    ['https://me@example.com', 'it has a user name'],
    ['https://a.test, https://b.test', 'it has a path or query'],
    ['https://a.test,b.test', 'it holds a space or comma'],
    ['https://exa mple.com', 'it holds a space or comma'],
    ['https://example.com:99999', 'its host or port is not valid'],
    ['https://example.*', '"*" may only stand before the host'],
    ['https://*', '"*" may only stand before the host'],
    ['https://*.*.example.com', '"*" may only stand before the host'],
    ['https://a*.example.com', '"*" may only stand before the host'],
    ['https://*.', 'it has no host'],
    ['null', 'every sandboxed frame and local file has it'],
  ])('%j is refused: %s', (entry, reason) => {
    expect(() => new OriginRules([entry])).toThrow(`holds ${JSON.stringify(entry)}, which is no origin: ${reason}`);
  });

  test('what is neither text nor a RegExp nor a function is refused', () => {
    expect(() => new OriginRules([7 as unknown as string])).toThrow(
      'holds 7, which is no origin: it is neither text nor a RegExp nor a function',
    );
  });
});

test('a star alone lets everybody in, be it before, behind or between others', () => {
  for (const rules of [['*'], ['https://a.test', '*'], ['*', 'https://a.test']]) {
    expect(new OriginRules(rules).open).toBe(true);
    for (const origin of ['https://b.test', 'null', 'x']) expect(allow(rules, origin)).toBe(true);
  }
  for (const rules of [[], ['https://a.test'], ['https://*.a.test']]) {
    expect(new OriginRules(rules).open).toBe(false);
    expect(allow(rules, 'https://b.test')).toBe(false);
  }
});

describe('an expression', () => {
  test('must match the whole origin, without state', () => {
    const rules = new OriginRules([/https:\/\/\w+\.example\.com/g]);
    for (let round = 0; round < 3; round++) expect(rules.allow('https://app.example.com', ctx)).toBe(true);
    expect(rules.allow('https://app.example.com.evil.test', ctx)).toBe(false);
    expect(allow([/example\.com$/], 'https://evil-example.com')).toBe(false);
    expect(allow([/https:\/\/a\.test|https:\/\/b\.test/], 'https://a.test.evil.test')).toBe(false);
    expect(allow([/HTTPS:\/\/A\.TEST/i], 'https://a.test')).toBe(true);
  });

  test('is not asked about null, nor about what is no origin or too long for one', () => {
    for (const origin of [
      'null',
      'x',
      'https://a.test/',
      'https://a.test https://b.test',
      `https://${'a'.repeat(300)}`,
    ])
      expect(allow([/.*/], origin)).toBe(false);
  });
});

describe('a function', () => {
  test('is asked last, in turn, and may take its time', async () => {
    const asked: string[] = [];
    const ask = (name: string, answer: boolean) => async (origin: string) => {
      asked.push(`${name} ${origin}`);
      return answer;
    };
    const rules = new OriginRules([ask('first', false), ask('second', true), ask('third', true), 'https://a.test']);
    expect(rules.allow('https://a.test', ctx)).toBe(true);
    expect(await rules.allow('https://b.test', ctx)).toBe(true);
    expect(asked).toEqual(['first https://b.test', 'second https://b.test']);
  });

  test('alone may let null in, and is not asked about what is malformed', async () => {
    const rules = new OriginRules([(origin) => origin === 'null']);
    expect(await rules.allow('null', ctx)).toBe(true);
    expect(rules.allow('NULL', ctx)).toBe(false);
    expect(await rules.allow('https://a.test', ctx)).toBe(false);
  });
});
