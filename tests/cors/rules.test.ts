import { describe, expect, test } from '@jest/globals';
import type { Context } from '@taproot/core';
import { canonicalOrigin } from '../../plugins/cors/src/canonical-origin.ts';
import type { OriginRule } from '../../plugins/cors/src/config.ts';
import { OriginRules } from '../../plugins/cors/src/origin-rules.ts';
import { PathRules } from '../../plugins/cors/src/path-rules.ts';

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
    expect(() => new OriginRules([entry])).toThrow(
      `contains ${JSON.stringify(entry)}, which is not an origin: ${reason}`,
    );
  });

  test('must be a string, a RegExp or a function', () => {
    expect(() => new OriginRules([7 as unknown as string])).toThrow(
      'contains 7, which is not an origin: it is neither text nor a RegExp nor a function',
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

  test('does not run on null, on invalid origins, or on values that are too long', () => {
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

describe('a path pattern', () => {
  test.each([
    ['*', '/', true],
    ['*', '/a/b', true],
    ['/*', '/a', true],
    // The path of `OPTIONS *`.
    ['*', '*', true],
    ['api/*', '*', false],
    ['/', '/', true],
    ['/', '/a', false],
    ['login', '/login', true],
    ['/login/', '/login', true],
    ['login', '/login/x', false],
    ['api/*', '/api/x', true],
    ['api/*', '/api/x/y', true],
    ['api/*', '/api', false],
    ['api/*', '/apix', false],
    ['api/*', '/API/x', false],
    ['a.b/*', '/axb/c', false],
    ['ünïcode/*', '/ünïcode/x', true],
  ])('%s: %s is included: %j', (pattern, path, included) => {
    expect(new PathRules([pattern]).include(path)).toBe(included);
  });
});

// Rules hand the context on and never look into it.
const anyContext = {} as Context;
const allows = (rule: string | RegExp, origin: string) => new OriginRules([rule]).allow(origin, anyContext);

describe('CO-04 a pattern for all below a host', () => {
  test.each([
    'https://a.example.com',
    'https://a.b.example.com',
    'https://long-name_1.a2.example.com',
    'https://a.bcd.example.com',
  ])('lets %s in', (origin) => {
    expect(allows('https://*.example.com', origin)).toBe(true);
  });

  test.each([
    'https://example.com',
    'https://.example.com',
    'https://evil-example.com',
    'https://xexample.com',
    'https://a..example.com',
    'https://a.%00b.example.com',
    'https://%a.example.com',
    'https://a%.example.com',
    'https://a.b%.example.com',
    'https://a.example.com.evil.test',
    'https://a.example.com:8443',
    'http://a.example.com',
    'https://A.example.com',
    'xhttps://a.example.com',
    'https://evil.test',
    'https://a.example.org',
    'null',
    '',
  ])('keeps %j out', (origin) => {
    expect(allows('https://*.example.com', origin)).toBe(false);
  });

  test('has its scheme and port, written in any case', () => {
    expect(allows('HTTP://*.Example.COM:8080', 'http://a.example.com:8080')).toBe(true);
    expect(allows('HTTP://*.Example.COM:8080', 'http://a.example.com')).toBe(false);
    expect(allows('https://*.example.com:443', 'https://a.example.com')).toBe(true);
  });

  test('is told by its own text when it is none', () => {
    expect(() => new OriginRules(['https://*./x'])).toThrow('"https://*./x"');
  });
});

test('CO-03 an origin of 300 characters is looked at, a longer one is not', () => {
  const host = (length: number): string => `https://${'a'.repeat(length - 'https://'.length)}`;
  expect(allows(/https:\/\/a+/, host(300))).toBe(true);
  expect(allows(/https:\/\/a+/, host(301))).toBe(false);
});

test('CO-11 an entry is an origin from its first letter on', () => {
  for (const entry of ['x y://a.test', ' https://a.test', '://a.test'])
    expect(() => canonicalOrigin(entry)).toThrow('scheme');
  for (const entry of ['https://a.test/b/', 'https://a/b.test/'])
    expect(() => canonicalOrigin(entry)).toThrow('path or query');
  // Only the two schemes of the web have usual ports and hosts in ASCII.
  expect(canonicalOrigin('http://a.test:80')).toBe('http://a.test');
  expect(canonicalOrigin('xhttp://A.test:80')).toBe('xhttp://a.test:80');
  expect(canonicalOrigin('httpx://A.test:80')).toBe('httpx://a.test:80');
});

describe('CO-10 a path pattern', () => {
  test.each([
    ['a{b}', 'parameters belong to routes'],
    ['https://a.test/x', 'it has a scheme'],
    ['a*b', '"*" may only stand alone'],
    ['api*', '"*" may only stand alone'],
    ['*/a', '"*" may only stand alone'],
  ])('%s is refused: %s', (pattern, reason) => {
    expect(() => new PathRules([pattern])).toThrow(reason);
    expect(() => new PathRules([pattern])).toThrow(JSON.stringify(pattern));
  });

  test('loses the slashes around it, however many', () => {
    for (const pattern of ['//login//', 'login///', '///login']) {
      expect(new PathRules([pattern]).include('/login')).toBe(true);
      expect(new PathRules([pattern]).include('/login/')).toBe(false);
    }
  });

  test('without any nothing is included', () => {
    for (const path of ['/', '/a', 'Stryker', '']) expect(new PathRules([]).include(path)).toBe(false);
  });

  test.each([
    ['*', '/{any}', true],
    ['api/*', '/api/posts', true],
    ['api/*', '/posts', false],
    ['api/*', '/api/{id}', true],
    ['api/*', '/{section}/posts', true],
    ['api/v1/*', '/api/{version}/posts', true],
    ['api/*', '/pages/{id}', false],
    ['login', '/{page}', true],
    ['login', '/login/{id}', false],
    ['users/me', '/users/{id}', true],
    ['login', '/login', true],
    ['login', '/logout', false],
    // A route without parameters has one path, and not those below it.
    ['login/now', '/login', false],
    ['api/*', '/api', false],
    ['api/v1/*', '/api', false],
  ])('the paths %s may include one of the route %s: %s', (pattern, route, may) => {
    expect(new PathRules([pattern]).mayInclude(route)).toBe(may);
    // One rule that meets the route is enough.
    expect(new PathRules(['other', 'else/*', pattern]).mayInclude(route)).toBe(may);
  });

  test('must be a string', () => {
    expect(() => new PathRules([7 as unknown as string])).toThrow(
      'contains 7, which is not a path pattern: it is no text',
    );
  });
});
