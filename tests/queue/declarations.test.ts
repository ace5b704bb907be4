import { afterEach, expect, test } from '@jest/globals';
import { sql, transaction } from '@taproot/database';
import { job, queueTables } from '@taproot/queue';
import { boot, closeAll, workUntilEmpty } from './support/application.ts';

afterEach(closeAll);

const bootWith = (jobs: unknown) =>
  boot({ jobs: jobs as never })
    .then(() => null)
    .catch((error: unknown) => error);

test.each([
  ['a function', () => 1, 'E_JOB_LIST'],
  ['an object that job() did not make', [{ name: 'y' }], 'E_JOB_UNDECLARED'],
  ['undefined in the list', [undefined], 'E_JOB_UNDECLARED'],
])('withJobs() refuses %s, with the line that calls it', async (_what, jobs, code) => {
  const place = expect.stringMatching(/support\/application\.ts:\d+/);
  expect(await bootWith(jobs)).toMatchObject({ code, place });
});

test('wrong rules of a payload stop the boot, with the line that declares the job', async () => {
  // @ts-expect-error The compiler refuses it, too.
  const wrong = job({ name: 'wrong', payload: { id: 'requird' }, handle: () => undefined });
  expect(await bootWith([wrong])).toMatchObject({
    code: 'E_JOB_RULES',
    message: expect.stringMatching(/"wrong", declared at .*declarations\.test\.ts:\d+.*requird/),
  });
});

const note = job({ name: 'note', handle: () => undefined });

test('a dispatch without the tables names the command that writes them', async () => {
  const { app, db } = await boot({ jobs: [note] });
  for (const statement of queueTables.down) await sql.raw(statement).execute(db);
  await expect(app.facades.Queue().dispatch(note)).rejects.toMatchObject({ code: 'E_QUEUE_TABLE' });
});

test('a dispatch beside a transaction of SQLite names the option that it lacks', async () => {
  const main = { driver: 'sqlite', path: ':memory:', connect_timeout: 0.05 } as const;
  const { app, db } = await boot({ jobs: [note], connection: main });
  const dispatch = transaction(db, () => app.facades.Queue().dispatch(note));
  await expect(dispatch).rejects.toMatchObject({
    code: 'E_QUEUE_LOCKED',
    status: 503,
    fix: expect.stringContaining('{ transaction: trx }'),
  });
  expect(await workUntilEmpty({ app, db, reports: [] })).toBe(0);
});
