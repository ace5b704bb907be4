import { expect, test } from '@jest/globals';
import { setup } from '@taproot/core';
import { definePlugin } from '@taproot/core/plugin';
import { lang } from '@taproot/lang';
import { openapi } from '@taproot/openapi';
import { routing } from '@taproot/routing';
import { validation } from '@taproot/validation';
import { describeFolder } from '../support/describe-folder.ts';
import { api } from './fixture/routes/api.ts';
import { type Document, operationOf } from './operations.ts';
import { fixture } from './support.ts';

const answering = definePlugin({
  name: 'answering',
  requires: ['routing'],
  apply(app) {
    app.facades.Http().hooks.error.tap('answering', (_error, ctx) => ctx.response().json(400, { no: true }));
  },
});

const own = { type: 'object', required: ['no'] };

const saying = definePlugin({
  name: 'saying',
  requires: ['openapi'],
  apply(app) {
    app.hookTables
      .of('openapi')
      .problem.tap('answering', (problems, { route, method, fields }) => [
        ...problems.map((problem) => ({ ...problem, schema: own })),
        ...(route?.name === 'orders.store' && method === 'post' && fields.includes('product')
          ? [{ status: 418, codes: [], description: 'A teapot.', schema: own } as const]
          : []),
      ]);
  },
});

const describeWith = async (...plugins: (typeof answering)[]) => {
  const app = await setup(null, { basePath: fixture, env: { APP_ENV: 'testing' } })
    .withPlugins([routing(), lang(), validation(), openapi(), ...plugins])
    .withRouting((route) => api(route))
    .create();
  try {
    return await describeFolder(app, fixture);
  } finally {
    await app.close();
  }
};

test('a tap of http.error is a gap, because the document does not say what it answers', async () => {
  const { gaps } = await describeWith(answering);
  expect(gaps.filter(({ message }) => message.includes('http.error'))).toMatchObject([
    {
      code: 'E_OPENAPI_REPLY',
      message: expect.stringContaining('"answering"'),
      fix: expect.stringContaining('openapi.problem'),
    },
  ]);
}, 60_000);

test('a tap of openapi.problem of the same name says what is answered, in every operation and in the default', async () => {
  const { gaps, document } = await describeWith(answering, saying);
  expect(gaps.filter(({ message }) => message.includes('http.error'))).toEqual([]);
  const made = document as unknown as Document & { components: { responses: { Error: { content: unknown } } } };
  const { responses } = operationOf(made, 'post', '/v1/orders');
  const content = { 'application/json': { schema: own } };
  expect(responses['422']).toMatchObject({ description: 'The input is not valid.', content });
  expect(responses['418']).toMatchObject({ description: 'A teapot.', content });
  expect(operationOf(made, 'put', '/v1/orders/{id}').responses).not.toHaveProperty('418');
  expect(made.components.responses.Error.content).toEqual(content);
}, 60_000);
