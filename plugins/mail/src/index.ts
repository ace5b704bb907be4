export type { Address, Mailbox } from './address.ts';
export type { ComposedAttachment, ComposedMail } from './compose.ts';
export type {
  FileConfig,
  LogConfig,
  MailConfig,
  MemoryConfig,
  OwnTransportConfig,
  SmtpConfig,
  TransportConfig,
} from './config.ts';
export { mail } from './declaration.ts';
export { errors } from './errors.ts';
export type { Mailer, SendOptions, SentMail } from './mailer.ts';
export type { Attachment, ListUnsubscribe, MailView, Message, Translate, Wording } from './message.ts';
export { mailer } from './plugin.ts';
export { type NodemailerTransporter, nodemailerTransport } from './transports/nodemailer-transport.ts';
export type { MailTransportFactory } from './transports/open-transport.ts';
export type { Delivery, MailTransport, Refusal } from './transports/transport.ts';
