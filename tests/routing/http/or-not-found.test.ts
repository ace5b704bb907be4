import { describe, expect, test } from '@jest/globals';
import { NotFoundError, orNotFound } from '@taproot/core';
import { fastify } from '@taproot/fastify';
import { routing } from '@taproot/routing';
import { http, testApplication } from '@taproot/testing';

const rows: Readonly<Record<string, object | null>> = { '1': { id: 1 }, '2': null };

describe('orNotFound()', () => {
  test.each([{ id: 1 }, [], '', 0, false, Number.NaN])('returns %j as it is', (value) => {
    expect(orNotFound(value)).toBe(value);
  });

  test.each([null, undefined])('throws a 404 for %s, with the given message', (value) => {
    expect(() => orNotFound(value)).toThrow(NotFoundError);
    expect(() => orNotFound(value)).toThrow('Not Found');
    expect(() => orNotFound(value, 'There is no such post.')).toThrow(
      expect.objectContaining({ status: 404, code: 'E_HTTP_404', message: 'There is no such post.' }),
    );
  });

  test.each(['koa', 'fastify'])('answers 404 from a handler, and reports nothing (%s)', async (driver) => {
    await using app = await testApplication({
      env: { HTTP_DRIVER: driver },
      plugins: [routing(), fastify()],
      register: ({ facades }) =>
        facades
          .Route()
          .get('/posts/{id}', async (ctx) => orNotFound(rows[ctx.request().route('id')], 'There is no such post.')),
    });
    await http(app).get('/posts/1').assertOk().assertJson({ id: 1 });
    for (const id of [2, 3])
      await http(app).get(`/posts/${id}`).assertNotFound().assertJson({ message: 'There is no such post.' });
    expect(app.reports).toEqual([]);
  });
});
