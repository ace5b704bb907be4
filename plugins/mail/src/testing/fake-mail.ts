import type { Application } from '@taproot/core';
import type { ComposedMail } from '../compose.ts';
import { errors } from '../errors.ts';
import { mailOf } from '../mail-runtime.ts';

/** The mail that a test looks for: its name, or a function that returns true for it. */
export type MailFilter = string | ((mail: ComposedMail) => boolean);

const filterOf = (filter: MailFilter): ((mail: ComposedMail) => boolean) =>
  typeof filter === 'function' ? filter : ({ name }) => name === filter;

const addressesOf = ({ to, cc, bcc }: ComposedMail): readonly string[] =>
  [...to, ...cc, ...bcc].map(({ address }) => address);

/** Keeps the mails that an application sends, and sends none. */
export class FakeMail {
  readonly #app: Application;
  #mails: ComposedMail[] = [];

  /** Made by `fakeMail()`. */
  constructor(app: Application) {
    this.#app = app;
    mailOf(app).keep = (mail) => void this.#mails.push(mail);
  }

  /** The mails that were sent, in their order; all of them, or those of a filter. */
  sent(filter: MailFilter = () => true): readonly ComposedMail[] {
    return this.#mails.filter(filterOf(filter));
  }

  /**
   * A mail was sent: one of this name, or one for which the function returns true.
   * @throws E_MAIL_ASSERTION
   */
  assertSent(filter: MailFilter): this {
    return this.#expect(this.sent(filter).length > 0, `No ${shown(filter)} was sent.`);
  }

  /**
   * A mail was sent to this address.
   * @throws E_MAIL_ASSERTION
   */
  assertSentTo(address: string, filter: MailFilter = () => true): this {
    const found = this.sent(filter).some((mail) => addressesOf(mail).includes(address));
    return this.#expect(found, `No ${shown(filter)} was sent to ${address}.`);
  }

  /**
   * This number of mails was sent.
   * @throws E_MAIL_ASSERTION
   */
  assertSentCount(count: number, filter: MailFilter = () => true): this {
    const { length } = this.sent(filter);
    return this.#expect(length === count, `Mails were sent ${length} times, not ${count}.`);
  }

  /**
   * No such mail was sent.
   * @throws E_MAIL_ASSERTION
   */
  assertNotSent(filter: MailFilter): this {
    return this.#expect(this.sent(filter).length === 0, `A ${shown(filter)} was sent.`);
  }

  /**
   * No mail was sent.
   * @throws E_MAIL_ASSERTION
   */
  assertNothingSent(): this {
    return this.#expect(this.#mails.length === 0, 'Mails were sent.');
  }

  /** Forgets the mails. */
  clear(): void {
    this.#mails = [];
  }

  /** Mails are sent again. */
  restore(): void {
    mailOf(this.#app).keep = null;
  }

  #expect(holds: boolean, message: string): this {
    if (holds) return this;
    const sent = this.#mails.map((mail) => `${mail.name || mail.subject} to ${addressesOf(mail).join(', ')}`);
    throw errors.E_MAIL_ASSERTION({ message, sent: sent.join('; ') || 'none' });
  }
}

const shown = (filter: MailFilter): string => (typeof filter === 'string' ? `mail "${filter}"` : 'such mail');

/**
 * Keeps the mails of an application in a test: they are checked, and none is sent or queued.
 *
 * @example const mail = fakeMail(app); await http(app).post('/users'); mail.assertSentTo('ada@example.com', 'welcome');
 */
export const fakeMail = (app: Application): FakeMail => new FakeMail(app);
