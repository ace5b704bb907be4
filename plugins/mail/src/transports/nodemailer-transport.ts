import { isIP } from 'node:net';
import { hasCode } from '@taproot/core';
import { isError, lazy } from '@taproot/core/plugin';
import type { SendMailOptions, Transporter } from 'nodemailer';
import type { Mailbox } from '../address.ts';
import type { ComposedMail } from '../compose.ts';
import type { SmtpConfig } from '../config.ts';
import { errors } from '../errors.ts';
import type { Delivery, MailTransport, Refusal } from './transport.ts';

// The only file that knows nodemailer. It is loaded for the first mail.
const library = lazy(() => import('nodemailer'));

/** A transporter of nodemailer: what its `createTransport()` returns. */
export type NodemailerTransporter = Pick<Transporter<unknown>, 'sendMail' | 'verify' | 'close'>;

/** Sends mails by a transporter of nodemailer. */
class NodemailerTransport implements MailTransport {
  readonly #open: () => Promise<NodemailerTransporter>;

  constructor(open: () => Promise<NodemailerTransporter>) {
    this.#open = lazy(open);
  }

  async send(mail: ComposedMail, signal: AbortSignal): Promise<Delivery> {
    const transporter = await this.#open();
    try {
      return deliveryOf(await transporter.sendMail({ ...optionsOf(mail), signal }));
    } catch (cause) {
      signal.throwIfAborted();
      throw failureOf(cause);
    }
  }

  async check(): Promise<void> {
    const transporter = await this.#open();
    try {
      await transporter.verify();
    } catch (cause) {
      throw failureOf(cause);
    }
  }

  async close(): Promise<void> {
    const transporter = await this.#open();
    transporter.close();
  }
}

/**
 * A transport that sends by a transporter of nodemailer, for services that it knows: Amazon SES, sendmail, or your own plugin.
 *
 * @example facades.Mail().extend('ses', () => nodemailerTransport(() => createTransport({ SES: { sesClient, SendEmailCommand } })))
 */
export const nodemailerTransport = (
  make: () => NodemailerTransporter | Promise<NodemailerTransporter>,
): MailTransport => new NodemailerTransport(async () => make());

const isNear = (host: string): boolean =>
  host === 'localhost' || host === '::1' || (isIP(host) === 4 && host.startsWith('127.'));

/** A transport for a mail server. No step of it waits longer than `seconds`. */
export const smtpTransport = (config: SmtpConfig, seconds: number): MailTransport => {
  const { host = '127.0.0.1', port, user, password, ca, pool = 0 } = config;
  const tls = config.tls ?? (isNear(host) ? 'offered' : 'required');
  const time = seconds * 1000;
  const options = {
    host,
    port: port ?? (tls === 'always' ? 465 : 587),
    secure: tls === 'always',
    requireTLS: tls === 'required',
    ignoreTLS: tls === 'none',
    connectionTimeout: time,
    greetingTimeout: time,
    socketTimeout: time,
    dnsTimeout: time,
    socketCloseTimeout: 0,
    ...(user === undefined || user === null ? {} : { auth: { user, pass: password ?? '' } }),
    ...(ca === undefined ? {} : { tls: { ca } }),
  };
  return nodemailerTransport(async () => {
    const { createTransport } = await library();
    return pool > 0 ? createTransport({ ...options, pool: true, maxConnections: pool }) : createTransport(options);
  });
};

/** The bytes of a mail, as a server gets them. */
export const mimeOf = async (mail: ComposedMail): Promise<Buffer> => {
  const { createTransport } = await library();
  const transporter = createTransport({ streamTransport: true, buffer: true, newline: 'windows' });
  const { message } = await transporter.sendMail(optionsOf(mail));
  if (!Buffer.isBuffer(message)) throw errors.E_MAIL_FAILED({ reason: 'nodemailer made a stream instead of bytes' });
  return message;
};

const listOf = (people: readonly Mailbox[]): { name: string; address: string }[] => people.map((one) => ({ ...one }));

const optionsOf = (mail: ComposedMail): SendMailOptions => {
  const { from, to, cc, bcc, replyTo, only } = mail;
  const everybody = [...to, ...cc, ...bcc].map(({ address }) => address);
  return {
    messageId: mail.id,
    date: new Date(mail.at),
    from: { ...from },
    to: listOf(to),
    cc: listOf(cc),
    ...(replyTo.length === 0 ? {} : { replyTo: listOf(replyTo) }),
    // No Bcc header is written; the envelope names these recipients.
    envelope: { from: from.address, to: [...(only ?? new Set(everybody))] },
    subject: mail.subject,
    text: mail.text,
    ...(mail.html === null ? {} : { html: mail.html }),
    headers: { ...mail.headers },
    attachments: mail.attachments.map(({ filename, content, path, contentType, cid }) => ({
      filename,
      ...(path === null ? { content: Buffer.from(content ?? '', 'base64') } : { path }),
      ...(contentType === null ? {} : { contentType }),
      ...(cid === null ? {} : { cid }),
    })),
    // A path never becomes a request.
    disableUrlAccess: true,
  };
};

interface Rejected {
  readonly message?: string;
  readonly response?: string;
  readonly responseCode?: number;
  readonly recipient?: string;
}

const deliveryOf = (info: unknown): Delivery => {
  const { response = '', rejectedErrors = [] } = Object(info) as {
    readonly response?: string;
    readonly rejectedErrors?: readonly Rejected[];
  };
  const refused = rejectedErrors.map(
    (error): Refusal => ({
      address: error.recipient ?? '',
      reason: reasonOf(error),
      isTemporary: (error.responseCode ?? 0) < 500,
    }),
  );
  return { refused, response };
};

const reasonOf = (error: unknown): string => {
  const { response } = Object(error) as { readonly response?: unknown };
  const text =
    typeof response === 'string' && response !== '' ? response : isError(error) ? error.message : String(error);
  return text.replaceAll(/\s+/g, ' ').trim().slice(0, 500);
};

/** The error of the house for one of nodemailer. */
const failureOf = (cause: unknown): Error => {
  const { responseCode } = Object(cause) as { readonly responseCode?: unknown };
  const values = { reason: reasonOf(cause) };
  const init = { cause };
  if (hasCode(cause, 'EAUTH', 'ENOAUTH', 'EOAUTH2')) return errors.E_MAIL_LOGIN(values, init);
  if (hasCode(cause, 'ETLS', 'EREQUIRETLS') || /certificate|\bSSL\b|\bTLS\b/i.test(values.reason))
    return errors.E_MAIL_TLS(values, init);
  if (typeof responseCode === 'number' && responseCode >= 500) return errors.E_MAIL_REFUSED(values, init);
  if (typeof responseCode === 'number' && responseCode >= 400) return errors.E_MAIL_DEFERRED(values, init);
  if (hasCode(cause, 'ECONNECTION', 'ESOCKET', 'EDNS', 'ETIMEDOUT', 'EPROTOCOL', 'ECONNREFUSED', 'ECONNRESET'))
    return errors.E_MAIL_UNREACHABLE(values, init);
  return errors.E_MAIL_FAILED(values, init);
};
