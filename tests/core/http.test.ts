import { IncomingMessage } from 'node:http';
import { Socket } from 'node:net';
import { inspect } from 'node:util';
import { describe, expect, jest, test } from '@jest/globals';
import {
  addressKey,
  BadRequestError,
  ConflictError,
  type Context,
  ForbiddenError,
  FrameworkError,
  GoneError,
  HttpError,
  MethodNotAllowedError,
  NotFoundError,
  type Request,
  ServiceUnavailableError,
  TooManyRequestsError,
  UnauthorizedError,
  UnprocessableContentError,
} from '@taproot/core';
import { bindFields, inputOf, isLocalRequest, sharedInput } from '@taproot/core/internal';
import { errorView } from '@taproot/routing/internal';
import { bootWith, withCode } from './support.ts';

describe('HTTP errors', () => {
  test.each([
    [BadRequestError, 400, 'Bad Request'],
    [UnauthorizedError, 401, 'Unauthorized'],
    [ForbiddenError, 403, 'Forbidden'],
    [NotFoundError, 404, 'Not Found'],
    [MethodNotAllowedError, 405, 'Method Not Allowed'],
    [ConflictError, 409, 'Conflict'],
    [GoneError, 410, 'Gone'],
    [UnprocessableContentError, 422, 'Unprocessable Entity'],
    [TooManyRequestsError, 429, 'Too Many Requests'],
    [ServiceUnavailableError, 503, 'Service Unavailable'],
  ] as const)('%p answers %i', (Kind, status, message) => {
    const error = new Kind();
    expect(error).toBeInstanceOf(HttpError);
    expect(error).toBeInstanceOf(FrameworkError);
    expect(error).toMatchObject({ name: Kind.name, status, message, code: `E_HTTP_${status}`, fix: undefined });
  });

  test('carry a message, a code, headers, details and a cause of their own', () => {
    const init = { code: 'E_STOCK', headers: { 'Retry-After': '5' }, details: { left: 0 }, cause: 'x', fix: 'Wait.' };
    expect(new ConflictError('Sold out.', init)).toMatchObject({ ...init, message: 'Sold out.', status: 409 });
  });

  test('of a status without a name have a message all the same', () => {
    expect(new HttpError(499)).toMatchObject({ message: 'Error', status: 499, name: 'HttpError' });
  });
});

describe('what a client may know of an error', () => {
  test.each([
    [new HttpError(501, 'No colours yet.'), 'Not Implemented'],
    [new HttpError(599, 'Shard 7 is down.'), 'Error'],
    [new HttpError(503, 'Shard 7 is down.'), 'Service Unavailable'],
    [new Error('Shard 7 is down.'), 'Internal Server Error'],
  ])('%p is told by its status alone, unless debugging is on', (error, message) => {
    expect(errorView(error, false).message).toBe(message);
    expect(errorView(error, true).message).toBe(error.message);
  });

  test('a 501 from the table of errors of a plugin says what the request asked for', () => {
    const error = new FrameworkError('E_ENCODING', 'The encoding "lzma" is not supported.', { status: 501 });
    expect(errorView(error, false)).toMatchObject({ status: 501, message: error.message });
  });
});

describe('a request from this machine', () => {
  const request = (address: string | undefined, ...rawHeaders: readonly string[]): IncomingMessage => {
    const socket = new Socket();
    Object.defineProperty(socket, 'remoteAddress', { value: address });
    const req = new IncomingMessage(socket);
    req.rawHeaders.push(...rawHeaders);
    return req;
  };

  test.each([
    ['127.0.0.1', 'localhost:3000'],
    ['::1', '[::1]'],
    ['::ffff:127.0.0.1', '127.0.0.1:80'],
  ])('from %s to %s is one', (address, host) => {
    expect(isLocalRequest(request(address, 'Host', host))).toBe(true);
  });

  test.each([
    ['from another machine', '203.0.113.7', ['Host', 'localhost']],
    ['from one whose name begins like ours', '127.0.0.1.example.com', ['Host', 'localhost']],
    ['whose socket has closed', undefined, ['Host', 'localhost']],
    ['to the name of another site', '127.0.0.1', ['Host', 'evil.example']],
    ['without a host', '127.0.0.1', []],
    ['with two hosts', '127.0.0.1', ['Host', 'localhost', 'host', 'evil.example']],
  ])('%s is none', (_what, address, headers) => {
    expect(isLocalRequest(request(address, ...headers))).toBe(false);
  });
});

describe('errors of another copy of the core', () => {
  const otherCopy = async () => {
    jest.resetModules();
    return import('@taproot/core');
  };

  test('are errors of the framework, and of HTTP where they are', async () => {
    const other = await otherCopy();
    expect(Object.is(other.FrameworkError, FrameworkError)).toBe(false);
    const [plain, missing] = [new other.FrameworkError('E_OTHER', 'Other.'), new other.NotFoundError()];
    expect([plain, missing].map((error) => error instanceof FrameworkError)).toEqual([true, true]);
    expect([plain, missing].map((error) => error instanceof HttpError)).toEqual([false, true]);
    expect(
      [new FrameworkError('E_OWN', 'Own.'), new NotFoundError()].map((error) => error instanceof other.HttpError),
    ).toEqual([false, true]);
  });

  test('are told apart below that by their class alone', async () => {
    class Sold extends ConflictError {}
    const other = await otherCopy();
    const error = new Sold();
    const kinds = [Sold, ConflictError, HttpError, FrameworkError, Error, GoneError, other.ConflictError];
    expect(kinds.map((Kind) => error instanceof Kind)).toEqual([true, true, true, true, true, false, false]);
    expect(kinds.map((Kind) => new HttpError(409) instanceof Kind)).toEqual([
      false,
      false,
      true,
      true,
      true,
      false,
      false,
    ]);
  });

  test.each([null, undefined, 'text', {}, new Error('x'), Object.create(null)])('%p is none', (value: unknown) => {
    expect([value instanceof FrameworkError, value instanceof HttpError]).toEqual([false, false]);
  });

  test('bear no member that shows', () => {
    const error = new HttpError(404);
    expect(Object.getOwnPropertySymbols(error)).toEqual([]);
    expect(inspect(error)).not.toContain('Symbol');
  });
});

describe('inputOf', () => {
  test('takes what a request shares, and asks for a copy where it shares nothing', () => {
    const request: Partial<Request> = { all: () => ({ from: 'all' }) };
    expect(inputOf(request as Request)).toEqual({ from: 'all' });
    const shared = { from: 'the request' };
    expect(inputOf({ ...request, [sharedInput]: () => shared } as Request)).toBe(shared);
  });
});

describe('bindFields', () => {
  class Post {
    title = '';
    tags: string[] = ['none'];
    readonly save = (): string => 'saved';
    #slug = 'slug';
    get slug(): string {
      return this.#slug;
    }
    set slug(slug: string) {
      this.#slug = slug;
    }
  }

  test('fills the fields the target declares, and only those', () => {
    const data = { title: 'Hello', tags: ['a'], admin: true, save: 1, slug: 'x', constructor: 1, toString: 2 };
    const post = bindFields(new Post(), data);
    expect(Object.entries(post)).toEqual([
      ['title', 'Hello'],
      ['tags', ['a']],
      ['save', expect.any(Function)],
    ]);
    expect([post.slug, post.save()]).toEqual(['slug', 'saved']);
  });

  test('leaves a field alone whose data is absent or inherited', () => {
    const data = Object.create({ title: 'inherited' }) as Record<string, unknown>;
    expect(bindFields(new Post(), data).title).toBe('');
  });

  test('a prototype in the data stays data', () => {
    const data = JSON.parse('{"__proto__": {"admin": true}, "title": "x"}') as Record<string, unknown>;
    const post = bindFields(new Post(), data);
    expect(Object.getPrototypeOf(post)).toBe(Post.prototype);
    expect(Reflect.get(post, 'admin')).toBeUndefined();
  });

  test("does not call a setter, though it is the target's own", () => {
    const written: unknown[] = [];
    const set = (value: unknown): void => {
      written.push(value);
    };
    const target = Object.defineProperty({}, 'title', { enumerable: true, set });
    bindFields(target, { title: 'x' });
    expect(written).toEqual([]);
  });

  test('does not write what cannot be written', () => {
    const target = Object.freeze({ title: 'fixed' });
    expect(bindFields(target, { title: 'x' })).toEqual({ title: 'fixed' });
  });
});

describe('the locale of a request', () => {
  const contextOf = (locale: string) => {
    let current = locale;
    const context: Pick<Context, 'locale' | 'setLocale'> = {
      locale: () => current,
      setLocale(this: Context, next) {
        current = next;
        return this;
      },
    };
    // The application asks a context for its locale alone.
    return context as Context;
  };

  test('is on its context, without one that of the application', async () => {
    const app = await bootWith([], { app: { locale: 'de' } });
    const ctx = contextOf('en');
    app.setLocale(ctx, 'pt-BR');
    expect(app.currentLocale(ctx)).toBe('pt-BR');
    expect([app.currentLocale(), app.currentLocale(null)]).toEqual(['de', 'de']);
    expect([app.isLocale(ctx, 'pt-BR'), app.isLocale(ctx, 'pt'), app.isLocale(null, 'de')]).toEqual([
      true,
      false,
      true,
    ]);
  });

  test.each([
    ['en', 'en'],
    ['zh-Hans', 'zh-Hans'],
    ['de_AT', 'de-AT'],
    ['sl-rozaj-biske', 'sl-biske-rozaj'],
    ['en-1', 'en-1'],
  ])('E-7: takes %s as the language tag %s', async (name, tag) => {
    const ctx = contextOf('en');
    (await bootWith([])).setLocale(ctx, name);
    expect(ctx.locale()).toBe(tag);
  });

  test.each(['', '..', '../etc/passwd', 'en/..', 'en\u0000', '__proto__', 'e', 'en\r\nX: y', 'x'.repeat(5000)])(
    'refuses %j with 400',
    async (tag) => {
      const ctx = contextOf('en');
      const app = await bootWith([]);
      expect(() => app.setLocale(ctx, tag)).toThrow(withCode('E_LOCALE_INVALID', { status: 400 }));
      expect(ctx.locale()).toBe('en');
    },
  );
});

test.each([
  ['203.0.113.7', '203.0.113.7'],
  ['', ''],
  ['::1', '0:0:0:0::/64'],
  ['::', '0:0:0:0::/64'],
  ['2001:db8::1', '2001:db8:0:0::/64'],
  ['2001:db8:0:0:ffff::1', '2001:db8:0:0::/64'],
  ['2001:db8:0:0:1:2:3:4', '2001:db8:0:0::/64'],
  ['2001:db8::1:2:3:4', '2001:db8:0:0::/64'],
  ['2001:db8::', '2001:db8:0:0::/64'],
  ['1:2:3::8', '1:2:3:0::/64'],
  ['1:2:3:4::', '1:2:3:4::/64'],
  ['::5:6:7:8', '0:0:0:0::/64'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:db8:1::', '2001:db8:1:0::/64'],
  ['1:2:3:4:5:6:7::', '1:2:3:4::/64'],
  ['::4:5:6:7:8', '0:0:0:4::/64'],
  ['1::4:5:6:7:8', '1:0:0:4::/64'],
  ['1::3:4:5:6:7:8', '1:0:3:4::/64'],
])('IP-05 %s is counted as %s', (address, key) => {
  expect(addressKey(address)).toBe(key);
});
