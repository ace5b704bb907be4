import { AssertionError } from 'node:assert';
import { describe, expect, test } from '@jest/globals';
import { HttpError } from '@taproot/core';
import type { RootRouter } from '@taproot/routing';
import { stderrOf } from '../core/support.ts';
import { failureOf, withApp } from './support.ts';

const routes = (route: RootRouter): void => {
  route.get('/posts', (ctx) => ctx.response().json(200, { title: 'Hello' }));
  route.get('/long', (ctx) => ctx.response().string(200, 'x'.repeat(5000)));
  route.get('/image', (ctx) => ctx.response().data(200, 'image/png', Buffer.from([0x89, 0x50])));
  route.get('/empty', (ctx) => ctx.response().noContent());
  route.get('/bug', () => {
    throw new TypeError('the handler is wrong', { cause: new Error('and this is why') });
  });
  route.get('/refused', () => {
    throw new HttpError(409, 'taken');
  });
};

describe('a failed assertion', () => {
  test("is node:assert's, with request, status and body", () =>
    withApp(routes, async (client) => {
      const failure = await failureOf(() => client.get('/posts?page=2').assertCreated());
      expect(failure).toBeInstanceOf(AssertionError);
      expect(failure.message).toBe(
        'Expected status 201 Created, but got 200 OK.\n\nGET /posts?page=2\n200 OK\n\n{"title":"Hello"}\n',
      );
    }));

  test('shows 2 KiB of a body, and of what is no text its size', () =>
    withApp(routes, async (client) => {
      const long = await failureOf(() => client.get('/long').assertNotFound());
      expect(long.message).toContain(`\n${'x'.repeat(2048)}\n... and 2952 more bytes\n`);
      expect((await failureOf(() => client.get('/image').assertNotFound())).message).toContain(
        '(2 bytes of image/png)',
      );
      expect((await failureOf(() => client.get('/empty').assertNotFound())).message).toContain('(no body)');
    }));

  test('begins its stack where the assertion was called, before and after the reply', () =>
    withApp(routes, async (client) => {
      const late = async (): Promise<void> => void (await client.get('/posts')).assertNotFound();
      const early = (): PromiseLike<unknown> => client.get('/posts').assertNotFound();
      const parse = async (): Promise<unknown> => (await client.get('/empty')).json();
      for (const work of [late, early, parse]) {
        const { stack = '', message } = await failureOf(work);
        expect(stack).toContain(message);
        const [first] = stack.slice(stack.indexOf('\n    at ')).trim().split('\n');
        expect(first).toContain('failures.test.ts');
      }
    }));

  test('stops at the first of several', () =>
    withApp(routes, async (client) => {
      const { message } = await failureOf(() => client.get('/posts').assertOk().assertSee('Bye').assertNotFound());
      expect(message).toMatch(/^Expected to see "Bye"/);
    }));

  test('of a response that was awaited returns the response when it holds', () =>
    withApp(routes, async (client) => {
      const response = await client.get('/posts');
      expect(response.assertOk().assertJsonPath('title', 'Hello')).toBe(response);
      expect(response.json<{ title: string }>().title).toBe('Hello');
      // @ts-expect-error -- nobody has said what the body is
      expect(() => response.json().title).not.toThrow();
    }));
});

describe('the error behind a reply', () => {
  test.each([{ APP_DEBUG: 'true' }, { APP_ENV: 'production' }])('is in the message of a 500, with %j', (env) =>
    withApp(
      routes,
      async (client) => {
        let message = '';
        await stderrOf(async () => {
          ({ message } = await failureOf(() => client.get('/bug').assertOk()));
        });
        expect(message).toContain('It was answered for this error:\nTypeError: the handler is wrong\n    at ');
        expect(message).toContain('failures.test.ts');
        expect(message).toContain('[cause]: Error: and this is why');
      },
      { env },
    ),
  );

  test('is there when the error hook answers in its place', () =>
    withApp(
      routes,
      async (client) => {
        const { message } = await failureOf(() => client.get('/bug').assertOk());
        expect(message).toContain('500 Internal Server Error\n\nsorry\n\nIt was answered for this error:\nTypeError');
      },
      {
        apply: (app) =>
          app.facades.Http().hooks.error.tap('test', (_error, ctx) => ctx.response().string(500, 'sorry')),
      },
    ));

  test('is on the response, and not in the message, when it is what the client did', () =>
    withApp(routes, async (client) => {
      const response = await client.get('/refused').assertConflict();
      expect(response.error).toBeInstanceOf(HttpError);
      expect((await failureOf(() => response.assertOk())).message).not.toContain('It was answered for');
      expect((await client.get('/posts')).error).toBeUndefined();
    }));
});
