import type { Application } from '@taproot/core';
import type { JobQueue, QueuedRun } from '@taproot/core/internal';
import { type AfterCommit, afterCommitOf, perApp, withDeadline } from '@taproot/core/plugin';
import { type ComposedMail, withStoredFiles } from './compose.ts';
import { checkConfig } from './config.ts';
import { errors } from './errors.ts';
import { mails } from './traced-mails.ts';
import type { MailFolder } from './transports/mail-folder.ts';
import { type MailTransportFactory, mailFolder, openTransport } from './transports/open-transport.ts';
import type { Delivery, MailTransport, Refusal } from './transports/transport.ts';

/** The job that sends a mail. */
const jobName = 'taproot.mail';

/** Bytes of a mail that waits in the queue. */
const queuedBytes = 50_000;

/** Seconds before a mail is tried again for recipients that the server did not take at once. */
const deferral = 60;

const permanent = new Set(['E_MAIL_REFUSED']);

/** The mail of one application: its transports, its queue and what a test puts in their place. */
export class MailRuntime {
  readonly app: Application;
  readonly afterCommit: AfterCommit;
  /** Where mails go in a test with a fake; null without one. */
  keep: ((mail: ComposedMail) => void) | null = null;
  /** The mails that devtools show; null in production and in tests. */
  readonly mailbox: MailFolder | null;
  readonly #own = new Map<string, MailTransportFactory>();
  readonly #open = new Map<string, MailTransport>();

  constructor(app: Application) {
    checkConfig(app.config.mail);
    this.app = app;
    this.afterCommit = afterCommitOf(app);
    const shows = app.debug && !app.isProduction && app.config.app.env !== 'testing';
    const { file } = app.config.mail.transports;
    this.mailbox = shows ? mailFolder(app, file?.driver === 'file' ? file.folder : undefined) : null;
  }

  extend(name: string, factory: MailTransportFactory): void {
    if (this.#own.has(name)) throw errors.E_MAIL_TRANSPORT_TAKEN({ name });
    this.#own.set(name, factory);
  }

  /** The transport of this name of `mail.transports`. */
  transport(name: string): MailTransport {
    const known = this.#open.get(name);
    if (known !== undefined) return known;
    const { transports } = this.app.config.mail;
    const config = transports[name];
    if (config === undefined) {
      const names = Object.keys(transports).join(', ');
      throw errors.E_MAIL_SETTING({ setting: 'mail.default', value: name, expected: `one of ${names}`, hint: '' });
    }
    const made = openTransport(this.app, config, this.#own);
    this.#open.set(name, made);
    return made;
  }

  /** The queue that sends mails; null if they are sent at once. */
  get queue(): JobQueue | null {
    const jobs = this.app.provided('jobs');
    return jobs === null || jobs.isImmediate ? null : jobs;
  }

  /** Defines the job that sends mails. */
  defineJob(): void {
    this.app.provided('jobs')?.define({
      name: jobName,
      payload: { mail: 'required|string', transport: 'required|string' },
      timeout: this.app.config.mail.timeout + 5,
      handle: ({ mail, transport }, run) =>
        this.#sendInJob(JSON.parse(String(mail)) as ComposedMail, String(transport), run),
    });
  }

  /** Leaves a mail to the queue. */
  async enqueue(
    queue: JobQueue,
    mail: ComposedMail,
    transport: string,
    delay = 0,
    transaction: object | null = null,
  ): Promise<void> {
    const text = JSON.stringify(mail);
    const bytes = Buffer.byteLength(text);
    if (bytes > queuedBytes) throw errors.E_MAIL_SIZE({ bytes, limit: queuedBytes });
    const { queue: lane } = this.app.config.mail;
    await queue.dispatch(
      jobName,
      { mail: text, transport },
      { delay, transaction, ...(lane === null ? {} : { queue: lane }) },
    );
  }

  /** Sends a mail now, to everybody who takes it. Resolves to the recipients that did not. */
  async deliver(mail: ComposedMail, name: string, outer?: AbortSignal): Promise<readonly Refusal[]> {
    const transport = this.transport(name);
    const seconds = this.app.config.mail.timeout;
    const late = (): Error => errors.E_MAIL_TIMEOUT({ transport: name, seconds });
    const controller = new AbortController();
    const signal = outer === undefined ? controller.signal : AbortSignal.any([controller.signal, outer]);
    const recipients = mail.only?.length ?? mail.to.length + mail.cc.length + mail.bcc.length;
    const facts = { name: mail.name, subject: mail.subject, recipients, transport: name };
    let whole = mail;
    const send = async (): Promise<Delivery> => {
      whole = await withStoredFiles(this.app, mail);
      return transport.send(whole, signal);
    };
    const { refused } = await mails.run(this.app, facts, () =>
      withDeadline(send(), seconds, late).finally(() => controller.abort()),
    );
    // A transport of files is the mailbox by itself.
    if (this.mailbox !== null && this.app.config.mail.transports[name]?.driver !== 'file')
      await this.mailbox
        .send(whole)
        .catch((error: unknown) => this.app.report(error, { where: 'mail', warning: true }));
    return refused;
  }

  /** Reports recipients that did not get a mail which others got. */
  reportRefused(refused: readonly Refusal[]): void {
    if (refused.length === 0) return;
    const recipients = refused.map(({ address }) => address).join(', ');
    const reason = refused.map((one) => one.reason).join('; ');
    this.app.report(errors.E_MAIL_SOME_REFUSED({ recipients, reason }), { where: 'mail' });
  }

  async close(): Promise<void> {
    await Promise.all([...this.#open.values()].map(async (transport) => transport.close?.()));
  }

  async #sendInJob(mail: ComposedMail, transport: string, run: QueuedRun): Promise<void> {
    let refused: readonly Refusal[];
    try {
      refused = await this.deliver(mail, transport, run.signal);
    } catch (error) {
      const { code } = Object(error) as { readonly code?: unknown };
      throw permanent.has(String(code)) ? run.permanent(error as Error) : error;
    }
    this.reportRefused(refused.filter(({ isTemporary }) => !isTemporary));
    const later = refused.filter(({ isTemporary }) => isTemporary).map(({ address }) => address);
    const { queue } = this;
    // A job of their own, because those who got the mail must not get it again.
    if (later.length > 0 && queue !== null) await this.enqueue(queue, { ...mail, only: later }, transport, deferral);
  }
}

/** The mail of an application. */
export const mailOf = perApp((app) => new MailRuntime(app));
