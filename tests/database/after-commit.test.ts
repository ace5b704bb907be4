import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import type { Application } from '@taproot/core';
import { type AfterCommit, afterCommitOf, definePlugin } from '@taproot/core/plugin';
import { database, transaction } from '@taproot/database';
import { routing } from '@taproot/routing';
import { http, testApplication } from '@taproot/testing';

let app: Application & { reports: readonly unknown[] };
let afterCommit: AfterCommit;
let done: string[];

const note = (what: string) => () => void done.push(what);

beforeEach(async () => {
  done = [];
  const mail = definePlugin({
    name: 'mail',
    after: ['database'],
    apply: (own) => void (afterCommit = afterCommitOf(own)),
  });
  app = await testApplication({
    plugins: [routing(), database({ migrate_on_boot: false }), mail],
    env: { DATABASE_URL: 'sqlite::memory:' },
    register: (own) => {
      own.facades
        .Route()
        .middleware(own.middleware.transaction())
        .post('/orders/{status}', async (ctx) => {
          await afterCommit(note('sent'));
          done.push('handled');
          return ctx.response().json(ctx.request().routeInt('status') === 200 ? 200 : 409, {});
        });
    },
  });
});

afterEach(() => app.close());

describe('work of a plugin by afterCommitOf()', () => {
  test('waits for the transaction in which it is called, in the order of the calls', async () => {
    await transaction(app.facades.DB(), async () => {
      await afterCommit(note('first'));
      await Promise.resolve();
      await afterCommit(note('second'));
      done.push('work');
    });
    expect(done).toEqual(['work', 'first', 'second']);
  });

  test('never runs after a rollback', async () => {
    const failing = transaction(app.facades.DB(), async () => {
      await afterCommit(note('sent'));
      throw new Error('no stock');
    });
    await expect(failing).rejects.toThrow('no stock');
    expect(done).toEqual([]);
  });

  test('waits for the transaction of a route', async () => {
    expect((await http(app).post('/orders/200')).status).toBe(200);
    expect(done).toEqual(['handled', 'sent']);
    expect((await http(app).post('/orders/409')).status).toBe(409);
    expect(done).toEqual(['handled', 'sent', 'handled']);
  });

  test('runs at once outside of one, and after one has ended', async () => {
    await afterCommit(note('alone'));
    let later = (): Promise<void> => Promise.resolve();
    await transaction(app.facades.DB(), async () => {
      let go = (): void => undefined;
      const gate = new Promise<void>((resolve) => (go = resolve));
      const waited = gate.then(() => afterCommit(note('late')));
      later = () => {
        go();
        return waited;
      };
    });
    await later();
    expect(done).toEqual(['alone', 'late']);
    await expect(afterCommit(() => Promise.reject(new Error('mailer is down')))).rejects.toThrow('mailer is down');
  });

  test('waits for the transaction that is named', async () => {
    await transaction(app.facades.DB(), async (trx) => {
      await Promise.resolve().then(() => afterCommit(note('named'), trx));
      done.push('work');
    });
    expect(done).toEqual(['work', 'named']);
    const own = app.facades.DB().transaction();
    await expect(own.execute((trx) => afterCommit(note('lost'), trx))).rejects.toMatchObject({
      code: 'E_DATABASE_AFTER_COMMIT',
    });
  });

  test('that fails after the commit is reported', async () => {
    await transaction(app.facades.DB(), () => afterCommit(() => Promise.reject(new Error('mailer is down'))));
    expect(app.reports).toEqual([expect.objectContaining({ message: 'mailer is down' })]);
  });

  test('facades.DB() is still no part of a transaction that is not ambient', async () => {
    await transaction(app.facades.DB(), async (trx) => {
      expect(app.facades.DB()).not.toBe(trx);
    });
  });
});

test('without a database, work runs at once', async () => {
  await using bare = await testApplication();
  await afterCommitOf(bare)(note('at once'));
  expect(done).toEqual(['at once']);
});
