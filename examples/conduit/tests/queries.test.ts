import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { type Application } from '@taproot/core';
import { definePlugin } from '@taproot/core/plugin';
import { boot } from '../bootstrap/app.ts';
import { Conduit } from './support/conduit.ts';

const statements: string[] = [];

const counter = definePlugin({
  name: 'counter',
  requires: ['database'],
  apply(app) {
    app.facades.Databases().hooks.query.tap('counter', ({ sql }) => {
      statements.push(sql);
    });
  },
});

let app: Application;
let ada: string;
let slug: string;

beforeAll(async () => {
  app = await boot({ env: { APP_ENV: 'testing', DATABASE_URL: ':memory:', HASH_MEMORY: '64' } }, [counter]);
  await app.facades.Migrator().latest();
  const conduit = new Conduit(app);
  ada = await conduit.register('ada');
  const charles = await conduit.register('charles');
  await conduit.call(200, 'POST /profiles/{username}/follow', { as: ada, with: { username: 'charles' } });
  for (let index = 0; index < 20; index++)
    slug = await conduit.publish(charles, { title: `Note ${index}`, tagList: ['a', 'b'] });
});

afterAll(() => app.close());

// Four queries: the user, the articles, their tags, and the count (or the one article).
test.each([
  ['GET /articles', 4],
  ['GET /articles/feed', 4],
  ['GET /articles/{slug}', 4],
  ['GET /articles/{slug}/comments', 3],
  ['POST /articles/{slug}/favorite', 5],
  ['GET /tags', 1],
])('%s takes %i queries, however much there is', async (operation, queries) => {
  statements.length = 0;
  await new Conduit(app).call(
    200,
    operation,
    operation === 'GET /tags' ? {} : { as: ada, with: operation.includes('{slug}') ? { slug } : {} },
  );
  process.stdout.write(`${String(statements.length).padStart(4)} queries: ${operation}\n`);
  expect(statements.join('\n').split('\n')).toHaveLength(queries);
});
