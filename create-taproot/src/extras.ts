import type { PartName } from './parts.ts';

export const extraNames = ['queue', 'schedule', 'mail', 'events', 'webhooks', 'cache', 'session', 'storage'] as const;
/** A package that can be added to an application: its name is that of the package without `@taproot/`. */
export type ExtraName = (typeof extraNames)[number];

/** The additions of a package to an application. The folder `with/<name>` of the template has its files. */
export interface Extra {
  /** Its name in the question. */
  readonly title: string;
  /** The plugins to add, by the package without `@taproot/`: the name of the function that makes each. */
  readonly plugins: Readonly<Record<string, string>>;
  /** The parts without which it does not work. */
  readonly requires: readonly PartName[];
  /** Its line in README.md of the application. */
  readonly line: string;
}

/** The packages that can be added, in the order in which an application lists their plugins. */
export const extras: Readonly<Record<ExtraName, Extra>> = {
  queue: {
    title: 'jobs that workers do',
    plugins: { queue: 'queue' },
    requires: ['database'],
    line: '**Jobs**: `npx taproot make:job SendInvoice` writes one, `npx taproot queue:work` does what waits. See `docs/queue.md`.',
  },
  schedule: {
    title: 'work at fixed times',
    plugins: { schedule: 'schedule' },
    requires: [],
    line: '**Work at fixed times**: `bootstrap/schedule.ts` lists it, `npx taproot schedule:work` does it. See `docs/schedule.md`.',
  },
  mail: {
    title: 'mails',
    plugins: { mail: 'mailer' },
    requires: [],
    line: '**Mails**: `facades.Mail().send(mail({ ... }))`; in development they become files in `storage/mail`. See `docs/mail.md`.',
  },
  events: {
    title: 'events and listeners',
    plugins: { events: 'events' },
    requires: [],
    line: '**Events**: `npx taproot make:event OrderPaid` writes one, `npx taproot event:list` shows who listens. See `docs/events.md`.',
  },
  webhooks: {
    title: 'webhooks, received and sent',
    plugins: { webhooks: 'webhooks' },
    requires: [],
    line: '**Webhooks**: `middleware.webhook(source)` verifies those of others; to send them takes jobs as well. See `docs/webhooks.md`.',
  },
  cache: {
    title: 'a cache, locks and idempotency keys',
    plugins: { cache: 'cache' },
    requires: [],
    line: '**Cache and locks**: `facades.Cache().remember()`, `facades.Lock()`, `middleware.idempotency()`. See `docs/cache.md`.',
  },
  session: {
    title: 'sessions and forms',
    plugins: { crypt: 'crypt', session: 'session' },
    requires: [],
    line: '**Sessions**: `middleware.session()` around routes, then `ctx.request().session()`. See `docs/sessions.md`.',
  },
  storage: {
    title: 'files on disks and in buckets',
    plugins: { crypt: 'crypt', storage: 'storage' },
    requires: [],
    line: '**Files**: `facades.Storage()`, and `file.store(directory, { disk })` of an upload; in `storage/files` at first. See `docs/storage.md`.',
  },
};

/** The Taproot packages of these extras. */
export const packagesOf = (chosen: readonly ExtraName[]): string[] =>
  chosen.flatMap((name) => Object.keys(extras[name].plugins)).map((name) => `@taproot/${name}`);

/** Whether `name` is that of a package that can be added. */
export const isExtra = (name: string): name is ExtraName => extraNames.some((extra) => extra === name);

/** The extras that an application of this starter has anyway: only those that are left are offered. */
export const offeredTo = (starter: string): ExtraName[] =>
  extraNames.filter((name) => starter !== 'web' || !['mail', 'session'].includes(name));
