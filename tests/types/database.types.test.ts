import { expect, test } from '@jest/globals';
import type { Application } from '@taproot/core';
import type { ConnectionName, Generated, Kysely, Selectable, Tables } from '@taproot/database';
import { type Equal, expectType, onlyCompiled } from './support.ts';

interface PostTable {
  id: Generated<number>;
  slug: string;
  views: number | null;
}

interface VisitTable {
  page: string;
}

declare module '@taproot/database' {
  interface Tables {
    types_posts: PostTable;
  }
  interface Connections {
    reports: { visits: VisitTable };
  }
}

test('the default connection has the tables that the application declares', () => {
  onlyCompiled(async (app: Application) => {
    const db = app.facades.DB();
    expectType<Equal<typeof db, Kysely<Tables>>>();
    const posts = await db.selectFrom('types_posts').select(['id', 'slug']).execute();
    expectType<Equal<typeof posts, { id: number; slug: string }[]>>();
    const [all] = await db.selectFrom('types_posts').selectAll().execute();
    expectType<Equal<typeof all, Selectable<PostTable> | undefined>>();
    await db.insertInto('types_posts').values({ slug: 'a', views: null }).execute();
    // @ts-expect-error -- a column without a default is missing
    await db.insertInto('types_posts').values({ views: 1 }).execute();
    // @ts-expect-error -- there is no such table
    db.selectFrom('types_post');
    // @ts-expect-error -- there is no such column
    db.selectFrom('types_posts').select('title');
    // @ts-expect-error -- views are numbers
    db.selectFrom('types_posts').selectAll().where('views', '=', 'many');
  });
  expect(true).toBe(true);
});

test('another connection has tables of its own, and a name nobody declared does not compile', () => {
  onlyCompiled((app: Application) => {
    const reports = app.facades.DB('reports');
    expectType<Equal<typeof reports, Kysely<{ visits: VisitTable }>>>();
    reports.selectFrom('visits').select('page');
    // @ts-expect-error -- the tables of the default connection are not there
    reports.selectFrom('types_posts');
    // @ts-expect-error -- there is no such connection
    app.facades.DB('report');
  });
  expectType<Equal<ConnectionName, 'reports'>>();
  expect(true).toBe(true);
});
