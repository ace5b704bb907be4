import type { ComposedMail } from '../compose.ts';

/** The result of sending a mail. */
export interface Delivery {
  /** Recipients that the transport refused, or does not take now, while it took the mail for others. None for most mails. */
  readonly refused: readonly Refusal[];
  /** The answer of the server; empty without one. */
  readonly response: string;
}

/** A recipient that did not get a mail. */
export interface Refusal {
  /** Its address. */
  readonly address: string;
  /** The answer of the server. */
  readonly reason: string;
  /** Whether trying again may help. */
  readonly isTemporary: boolean;
}

/** Sends mails. `facades.Mail().extend()` registers one. */
export interface MailTransport {
  /**
   * Sends a mail to its recipients, or to those in `only`. Rejects if no recipient got it. With a queue, all errors but
   * `E_MAIL_REFUSED` are tried again.
   */
  send(mail: ComposedMail, signal: AbortSignal): Promise<Delivery>;
  /** Rejects if mails cannot be sent now. Health checks call it. */
  check?(signal: AbortSignal): Promise<void>;
  /** Closes what it has opened. */
  close?(): void | Promise<void>;
}

/** The delivery of a transport that took a mail for all recipients. */
export const delivered: Delivery = { refused: [], response: '' };
