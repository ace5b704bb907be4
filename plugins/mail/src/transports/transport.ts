import type { ComposedMail } from '../compose.ts';

/** What became of a mail. */
export interface Delivery {
  /** Recipients that the transport refused, or does not take now, while it took the mail for others. None for most mails. */
  readonly refused: readonly Refusal[];
  /** The answer of the server; empty without one. */
  readonly response: string;
}

/** A recipient that did not get a mail. */
export interface Refusal {
  readonly address: string;
  readonly reason: string;
  /** Whether trying again may help. */
  readonly isTemporary: boolean;
}

/** Sends mails. `facades.Mail().extend()` registers one. */
export interface MailTransport {
  /**
   * Sends a mail to its recipients, or to those in `only`. Rejects if nobody got it; an error of `MailErrors` tells whether trying again
   * helps.
   */
  send(mail: ComposedMail, signal: AbortSignal): Promise<Delivery>;
  /** Rejects if mails cannot be sent now. Health checks call it. */
  check?(signal: AbortSignal): Promise<void>;
  /** Closes what it has opened. */
  close?(): void | Promise<void>;
}

/** The delivery of a transport that refuses nobody. */
export const delivered: Delivery = { refused: [], response: '' };
