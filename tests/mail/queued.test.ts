import { expect, test } from '@jest/globals';
import { database, transaction } from '@taproot/database';
import { mailer } from '@taproot/mail';
import { fakeMail } from '@taproot/mail/testing';
import { withCode } from '../core/support.ts';
import { anyTables } from '../database/support/application.ts';
import { boot as bootQueue, workUntilEmpty } from '../queue/support/application.ts';
import { boot } from './support/application.ts';
import { answer, smtpServer } from './support/smtp.ts';

const hello = { to: 'ada@example.com', subject: 'Hello', text: 'Hello.' };

const bootWith = (port: number) =>
  bootQueue({
    plugins: [
      mailer({
        from: 'shop@example.com',
        default: 'smtp',
        transports: { smtp: { driver: 'smtp', host: '127.0.0.1', port } },
      }),
    ],
  });

const inMemory = {
  database: { default: 'main', connections: { main: { driver: 'sqlite', path: ':memory:' } } },
} as const;

test('with a queue, a mail is a job of the transaction', async () => {
  const { port, received } = await smtpServer();
  const booted = await bootWith(port);
  const mail = booted.app.facades.Mail();
  const rolledBack = transaction(
    booted.db,
    async () => {
      await mail.send({ ...hello, subject: 'never' });
      throw new Error('no');
    },
    { ambient: true },
  );
  await expect(rolledBack).rejects.toThrow('no');
  expect(await mail.send(hello)).toEqual({ id: expect.any(String), state: 'queued' });
  expect(received).toEqual([]);
  expect(await workUntilEmpty(booted)).toBe(1);
  expect(received.map(({ parsed }) => parsed.subject)).toEqual(['Hello']);
});

test('the queue tries again for a server that takes no mail now', async () => {
  let calls = 0;
  const { port, received } = await smtpServer({
    onRcptTo: (_to, _session, done) => (++calls === 1 ? done(answer(451, 'Greylisted')) : done()),
  });
  const booted = await bootWith(port);
  const { id } = await booted.app.facades.Mail().send(hello);
  await workUntilEmpty(booted);
  expect(booted.reports.map(({ code }) => code)).toEqual(['E_JOB_RETRIED']);
  expect(received).toEqual([]);
  await sqlDueNow(booted);
  await workUntilEmpty(booted);
  expect(received.map(({ parsed }) => parsed.messageId)).toEqual([id]);
});

test('the queue does not try again where the server refuses for good', async () => {
  const { port } = await smtpServer({ onRcptTo: (_to, _session, done) => done(answer(550, 'No such user')) });
  const booted = await bootWith(port);
  await booted.app.facades.Mail().send(hello);
  await workUntilEmpty(booted);
  expect(booted.reports.map(({ code }) => code)).toEqual(['E_JOB_FAILED']);
});

test('recipients that the server takes later get the mail later, and the others once', async () => {
  let isLater = false;
  const { port, received } = await smtpServer({
    onRcptTo: ({ address }, _session, done) =>
      address === 'late@example.com' && !isLater ? done(answer(451, 'Greylisted')) : done(),
  });
  const booted = await bootWith(port);
  await booted.app.facades.Mail().send({ ...hello, to: ['ada@example.com', 'late@example.com'] });
  await workUntilEmpty(booted);
  isLater = true;
  await sqlDueNow(booted);
  await workUntilEmpty(booted);
  expect(received.map(({ to }) => to)).toEqual([['ada@example.com'], ['late@example.com']]);
});

test('a mail that is too large for the queue is refused, and sent at once on demand', async () => {
  const { port, received } = await smtpServer();
  const booted = await bootWith(port);
  const mail = booted.app.facades.Mail();
  const large = { ...hello, attachments: [{ filename: 'a.bin', content: new Uint8Array(50_000) }] };
  await expect(mail.send(large)).rejects.toEqual(withCode('E_MAIL_SIZE'));
  expect(await mail.send(large, { queue: false })).toEqual({ id: expect.any(String), state: 'sent' });
  expect(received).toHaveLength(1);
});

test('without a queue, a mail of a transaction is sent after its commit, and never after a rollback', async () => {
  const { app, mail } = await boot({ plugins: [database(inMemory.database)] });
  const fake = fakeMail(app);
  const db = anyTables(app);
  await transaction(
    db,
    async () => {
      expect(await mail.send(hello)).toEqual({ id: expect.any(String), state: 'waiting' });
      fake.assertNothingSent();
    },
    { ambient: true },
  );
  fake.assertSentCount(1);
  const rolledBack = transaction(
    db,
    async () => {
      await mail.send(hello);
      throw new Error('no');
    },
    { ambient: true },
  );
  await expect(rolledBack).rejects.toThrow('no');
  fake.assertSentCount(1);
});

const sqlDueNow = async ({ db }: Awaited<ReturnType<typeof bootQueue>>): Promise<void> => {
  await db.updateTable('queue_jobs').set({ due_at: 0 }).execute();
};
