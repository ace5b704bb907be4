import { expect, test } from '@jest/globals';
import type { Application } from '@taproot/core';
import { event, listener } from '@taproot/events';
import { mail } from '@taproot/mail';
import { job } from '@taproot/queue';
import type { Schedule } from '@taproot/schedule';
import { webhook, webhookOf } from '@taproot/webhooks';
import { z } from 'zod';

// Declarations and dispatches of work for later: 40 that compile, and 40 that do not. The compiler judges them; none of them runs.
interface Sale {
  readonly order: number;
  readonly note?: string;
}

const invoice = job({ name: 'invoice', payload: { order: 'required|integer', note: 'string' }, handle: () => 1 });
const plain = job({ name: 'plain', handle: () => 1 });
const bySchema = job({ name: 'schema', payload: z.object({ at: z.coerce.date() }), handle: () => 1 });
const sold = event<Sale>('order.sold');
const opened = event('shop.opened');
const hooked = webhook<Sale>('order.sold');

/** 40 that compile. */
export const right = ({ facades }: Application, it: Schedule, trx: object) => [
  () => job({ name: 'a', payload: { n: 'integer' }, handle: ({ n }) => n?.toFixed() }),
  () => job({ name: 'a', payload: { n: 'required|integer' }, handle: ({ n }) => n.toFixed() }),
  () => job({ name: 'a', payload: { 'tags.*': 'string' }, handle: ({ tags }) => tags?.map((tag) => tag.trim()) }),
  () =>
    job({ name: 'a', attempts: 3, backoff: '10s', timeout: '2m', queue: 'mails', priority: 'high', handle: () => 1 }),
  () => job({ name: 'a', backoff: ['1s', '5m', 60], handle: () => 1 }),
  () => job({ name: 'a', backoff: (attempt, error) => (error instanceof Error ? attempt * 2 : '1h'), handle: () => 1 }),
  () => job({ name: 'a', payload: { n: 'required|integer' }, unique: ({ n }) => n.toFixed(), handle: () => 1 }),
  () => job({ name: 'a', handle: async (_payload, run) => run.once('effect', async (made) => made.isTransaction) }),
  () =>
    job({ name: 'a', handle: (_payload, { signal, id, attempt }) => [signal.aborted, id.length, attempt.toFixed()] }),
  () => job({ name: 'a', payload: z.object({ at: z.coerce.date() }), handle: ({ at }) => at.getTime() }),
  () => facades.Queue().dispatch(invoice, { order: 7 }),
  () => facades.Queue().dispatch(invoice, { order: 7, note: 'x' }, { delay: '5m', queue: 'mails', priority: 'low' }),
  () => facades.Queue().dispatch(plain),
  () => facades.Queue().dispatch(plain, {}, { user: 7 }),
  () => facades.Queue().dispatch(bySchema, { at: '2026-01-01' }),
  () => facades.Queue().dispatchMany(invoice, [{ order: 1 }, { order: 2 }], { delay: 5 }),
  () => facades.Queue().chain([invoice.with({ order: 7 }), plain.with()], { whenFailed: plain.with() }),
  () => facades.Queue().batch([invoice.with({ order: 7 }, { delay: '1d' })], { stopOnFailure: true, name: 'all' }),
  () => it.job(invoice, { order: 7 }).dailyAt('3:00', 'Europe/Berlin'),
  () => it.job(invoice, () => ({ order: 7 })).cron('0 3 * * 1-5'),
  () => it.job(plain).hourly().withoutOverlapping(),
  () => it.call('tidy', ({ signal }) => signal.aborted).everyFiveMinutes(),
  () => mail({ to: 'ada@example.com', subject: 'Hi', text: 'Hi' }),
  () => mail({ to: ['a@example.com', { name: 'Ada', address: 'b@example.com' }], subject: (t) => t('hi'), html: '' }),
  () => mail({ to: 'a@example.com', subject: 'x', view: { name: 'mails/welcome', props: { name: 'Ada' } } }),
  () =>
    mail({ to: 'a@example.com', subject: 'x', text: 'x', attachments: [{ filename: 'a', content: new Uint8Array() }] }),
  () => mail({ to: 'a@example.com', subject: 'x', text: 'x', attachments: [{ disk: 's3', path: 'a.pdf', cid: 'a' }] }),
  () => facades.Mail().send({ bcc: 'a@example.com', subject: 'x', text: 'x' }, { queue: false, transport: 'smtp' }),
  () => facades.Mail().send({ to: 'a@example.com', subject: 'x', text: 'x' }, { transaction: trx }),
  () => listener(sold, { handle: ({ order, note }) => [order.toFixed(), note?.trim()] }),
  () => listener(sold, { name: 'a', queue: true, handle: (_payload, { attempt }) => attempt.toFixed() }),
  () => listener(sold, { queue: { delay: '5m', unique: ({ order }) => order.toFixed() }, handle: () => 1 }),
  () => listener(opened, { afterCommit: false, handle: () => 1 }),
  () => facades.Event().dispatch(sold, { order: 7 }),
  () => facades.Event().dispatch(sold, { order: 7, note: 'x' }),
  () => facades.Event().dispatch(opened),
  () => facades.Webhooks().publish(hooked, { order: 7 }, { owner: 7 }),
  () => facades.Webhooks().send('ep_1', hooked, { order: 7, note: 'x' }),
  () => facades.Webhooks().add({ url: 'https://example.com', owner: 'shop', types: [hooked, 'order.sent'] }),
  () =>
    facades
      .Webhooks()
      .rotate('ep_1', { overlap: '2d' })
      .then((secret) => secret.length),
];

/** 40 that do not. */
export const wrong = ({ facades }: Application, it: Schedule) => [
  // @ts-expect-error A job needs a name
  () => job({ handle: () => 1 }),
  // @ts-expect-error A job needs its work
  () => job({ name: 'a' }),
  // @ts-expect-error No such rule
  () => job({ name: 'a', payload: { n: 'requird' }, handle: () => 1 }),
  // @ts-expect-error The rules do not name this member
  () => job({ name: 'a', payload: { n: 'integer' }, handle: ({ m }) => m }),
  // @ts-expect-error It may be missing
  () => job({ name: 'a', payload: { n: 'integer' }, handle: ({ n }) => n.toFixed() }),
  // @ts-expect-error A text, not a number
  () => job({ name: 'a', payload: { n: 'required|string' }, handle: ({ n }) => n.toFixed() }),
  // @ts-expect-error No unit
  () => job({ name: 'a', timeout: '2 fortnights', handle: () => 1 }),
  // @ts-expect-error No such priority
  () => job({ name: 'a', priority: 'urgent', handle: () => 1 }),
  // @ts-expect-error A key is a text
  () => job({ name: 'a', payload: { n: 'required|integer' }, unique: ({ n }) => n, handle: () => 1 }),
  // @ts-expect-error No such member
  () => job({ name: 'a', retries: 3, handle: () => 1 }),
  // @ts-expect-error The payload is missing
  () => facades.Queue().dispatch(invoice),
  // @ts-expect-error A required member is missing
  () => facades.Queue().dispatch(invoice, {}),
  // @ts-expect-error A text for a number
  () => facades.Queue().dispatch(invoice, { order: 'seven' }),
  // @ts-expect-error A member without rules
  () => facades.Queue().dispatch(invoice, { order: 7, oder: 8 }),
  // @ts-expect-error No payload has rules
  () => facades.Queue().dispatch(invoice, { order: 7 }, { dealy: '5m' }),
  // @ts-expect-error A job, not its name
  () => facades.Queue().dispatch('invoice', { order: 7 }),
  // @ts-expect-error A list of payloads
  () => facades.Queue().dispatchMany(invoice, { order: 7 }),
  // @ts-expect-error Jobs with their payloads
  () => facades.Queue().chain([invoice]),
  // @ts-expect-error The payload is missing
  () => facades.Queue().batch([invoice.with()]),
  // @ts-expect-error The payload is missing
  () => it.job(invoice),
  // @ts-expect-error A text for a number
  () => it.job(invoice, () => ({ order: 'seven' })),
  // @ts-expect-error No such hour
  () => it.job(plain).cron('0 25 * * *'),
  // @ts-expect-error No such time
  () => it.job(plain).dailyAt('24:00'),
  // @ts-expect-error A mail needs a subject
  () => mail({ to: 'ada@example.com', text: 'x' }),
  // @ts-expect-error An address has this member
  () => mail({ to: { name: 'Ada', mail: 'a@example.com' }, subject: 'x', text: 'x' }),
  // @ts-expect-error A typing mistake
  () => mail({ to: 'a@example.com', subjekt: 'x', subject: 'x', text: 'x' }),
  // @ts-expect-error A file needs a name
  () => mail({ to: 'a@example.com', subject: 'x', text: 'x', attachments: [{ content: 'x' }] }),
  // @ts-expect-error A view needs a name
  () => mail({ to: 'a@example.com', subject: 'x', view: { props: {} } }),
  // @ts-expect-error Options of another facade
  () => facades.Mail().send({ to: 'a@example.com', subject: 'x', text: 'x' }, { delay: '5m' }),
  // @ts-expect-error The event does not have this member
  () => listener(sold, { handle: ({ total }) => total }),
  // @ts-expect-error It may be missing
  () => listener(sold, { handle: ({ note }) => note.trim() }),
  // @ts-expect-error A key is a text
  () => listener(sold, { queue: { unique: ({ order }) => order }, handle: () => 1 }),
  // @ts-expect-error No such option of the queue
  () => listener(sold, { queue: { retries: 3 }, handle: () => 1 }),
  // @ts-expect-error The payload is missing
  () => facades.Event().dispatch(sold),
  // @ts-expect-error A text for a number
  () => facades.Event().dispatch(sold, { order: 'seven' }),
  // @ts-expect-error An event, not its name
  () => facades.Event().dispatch('order.sold', { order: 7 }),
  // @ts-expect-error A member that the type does not have
  () => facades.Webhooks().publish(hooked, { order: 7, total: 9 }),
  // @ts-expect-error The payload is missing
  () => facades.Webhooks().send('ep_1', hooked),
  // @ts-expect-error An endpoint needs an address
  () => facades.Webhooks().add({ owner: 7 }),
  // @ts-expect-error It may be null
  (ctx: Parameters<typeof webhookOf>[0]) => webhookOf(ctx).id,
];

test('is judged by the compiler: 40 uses of work for later compile, and 40 do not', () => {
  const anything = {} as never;
  expect([
    right({ facades: {} } as never, anything, {}).length,
    wrong({ facades: {} } as never, anything).length,
  ]).toEqual([40, 40]);
});
