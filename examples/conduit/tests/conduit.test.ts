import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import type { Application } from '@taproot/core';
import { boot } from '../bootstrap/app.ts';
import { describeArticles } from './articles.ts';
import { describeComments } from './comments.ts';
import { describeProfiles } from './profiles.ts';
import { Conduit } from './support/conduit.ts';
import { promised } from './support/contract.ts';
import { databases } from './support/databases.ts';
import { Prism } from './support/prism.ts';
import { describeUsers } from './users.ts';

// Responses of the document that cannot occur here. An operation without input cannot have invalid input. Two articles may have the same
// title, because each gets its own slug.
const beyondReach = [
  'GET /user 422',
  'GET /profiles/{username} 422',
  'POST /profiles/{username}/follow 422',
  'DELETE /profiles/{username}/follow 422',
  'POST /articles 409',
  'GET /articles/{slug} 422',
  'DELETE /articles/{slug} 422',
  'GET /articles/{slug}/comments 422',
  'DELETE /articles/{slug}/comments/{id} 422',
  'POST /articles/{slug}/favorite 422',
  'DELETE /articles/{slug}/favorite 422',
  'GET /tags 422',
];

// Runs every database and every driver once. With TAPROOT_PAIRS=all it runs each pair.
const driversOf = (database: string): readonly string[] => {
  if (process.env.TAPROOT_PAIRS === 'all') return ['koa', 'fastify'];
  return database === 'SQLite' ? ['koa'] : ['fastify'];
};

const prism = await Prism.open();

describe.each(databases)('on $name', ({ name, open, available }) => {
  const when = available ? describe : describe.skip;

  when.each(driversOf(name))('with %s', (driver) => {
    const answered = new Set<string>();
    let app: Application;

    beforeAll(async () => {
      const env = { APP_ENV: 'testing', HTTP_DRIVER: driver, DATABASE_URL: await open(), HASH_MEMORY: '64' };
      app = await boot({ env });
      await app.facades.Migrator().latest();
      prism?.use(app);
    });

    // Too many logins from one address are refused, so each test uses its own address.
    let tests = 0;
    beforeEach(async () => {
      tests++;
      // The data of users is deleted with them.
      await app.facades.DB().deleteFrom('users').execute();
    });

    afterAll(() => app.close());

    const conduit = () => new Conduit(app, { answered, address: `10.0.${tests}.1`, prism });
    describe('users', () => describeUsers(conduit));
    describe('profiles', () => describeProfiles(conduit));
    describe('articles', () => describeArticles(conduit));
    describe('comments', () => describeComments(conduit));

    test('every answer that the document promises was met', () => {
      expect(promised.filter((answer) => !answered.has(answer))).toEqual(beyondReach);
    });
  });
});

afterAll(async () => {
  await Promise.all(databases.map(({ remove }) => remove()));
  await prism?.close();
});
