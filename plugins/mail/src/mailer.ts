import { type ComposedMail, compose } from './compose.ts';
import type { MailRuntime } from './mail-runtime.ts';
import type { Message } from './message.ts';
import type { MailTransportFactory } from './transports/open-transport.ts';

/** How a mail is sent. */
export interface SendOptions {
  /** False sends it at once, even if the application has a queue. */
  readonly queue?: boolean;
  /** Name of the transport; `mail.default` by default. */
  readonly transport?: string;
  /** The transaction after whose commit it is sent; by default the one at hand. */
  readonly transaction?: object;
}

/** A mail that was taken. */
export interface SentMail {
  /** Its `Message-ID`. */
  readonly id: string;
  /** `sent` to the transport, `queued`, or `waiting` for the commit of a transaction. */
  readonly state: 'sent' | 'queued' | 'waiting';
}

/** The facade `Mail`: checks and sends mails. */
export class Mailer {
  readonly #runtime: MailRuntime;

  constructor(runtime: MailRuntime) {
    this.#runtime = runtime;
  }

  /**
   * Sends a mail. With a queue it becomes a job, which tries again while the server is away. Without one it is sent at once. Either way it is
   * not sent if the transaction at hand is rolled back.
   * @throws E_MAIL_ADDRESS, E_MAIL_MESSAGE, E_MAIL_HEADER and E_MAIL_FROM for a wrong message; E_MAIL_SIZE for one that is too large for the
   * queue; E_MAIL_REFUSED, E_MAIL_DEFERRED, E_MAIL_UNREACHABLE, E_MAIL_TIMEOUT, E_MAIL_TLS, E_MAIL_LOGIN and E_MAIL_FAILED if it is sent at once.
   * @example await facades.Mail().send(welcome(user));
   */
  async send(message: Message, options: SendOptions = {}): Promise<SentMail> {
    const runtime = this.#runtime;
    const complete = compose(runtime.app, message);
    const mail = await complete();
    const { transport = runtime.app.config.mail.default, transaction = null } = options;
    const { id } = mail;
    const queue = options.queue === false || runtime.keep !== null ? null : runtime.queue;
    if (queue !== null) {
      await runtime.enqueue(queue, mail, transport, 0, transaction);
      return { id, state: 'queued' };
    }
    let state: SentMail['state'] = 'waiting';
    await runtime.afterCommit(async () => {
      await this.#deliver(mail, transport);
      state = 'sent';
    }, transaction);
    return { id, state };
  }

  /**
   * Registers a transport. `mail.transports` names it: `{ ses: { driver: 'own:ses' } }`. Call it in the `apply()` of a plugin, or in
   * `withCallback()`.
   *
   * @example facades.Mail().extend('ses', () => nodemailerTransport(() => createTransport({ SES: { sesClient, SendEmailCommand } })))
   * @throws E_MAIL_TRANSPORT_TAKEN when there is one of this name.
   */
  extend(name: string, factory: MailTransportFactory): this {
    this.#runtime.extend(name, factory);
    return this;
  }

  async #deliver(mail: ComposedMail, transport: string): Promise<void> {
    const runtime = this.#runtime;
    if (runtime.keep !== null) return runtime.keep(mail);
    runtime.reportRefused(await runtime.deliver(mail, transport));
  }
}
