import { resolve } from 'node:path';
import type { Application } from '@taproot/core';
import { didYouMean } from '@taproot/core/plugin';
import { shownAddress } from '../address.ts';
import type { ComposedMail } from '../compose.ts';
import type { TransportConfig } from '../config.ts';
import { errors } from '../errors.ts';
import { MailFolder } from './mail-folder.ts';
import { smtpTransport } from './nodemailer-transport.ts';
import { delivered, type MailTransport } from './transport.ts';

/** Makes a transport of an application. */
export type MailTransportFactory = (app: Application) => MailTransport;

/** Keeps mails in memory. */
export class MemoryTransport implements MailTransport {
  /** The mails that were sent, in their order. */
  readonly mails: ComposedMail[] = [];

  send(mail: ComposedMail): Promise<typeof delivered> {
    this.mails.push(mail);
    return Promise.resolve(delivered);
  }
}

const logTransport = (app: Application): MailTransport => ({
  send(mail) {
    const to = [...mail.to, ...mail.cc, ...mail.bcc].map(shownAddress).join(', ');
    const line = `Mail to ${to}: ${mail.subject}\n${mail.text}`;
    const notice = app.provided('notice');
    if (notice === null) process.stdout.write(`${line}\n`);
    else notice(line);
    return Promise.resolve(delivered);
  },
});

/** The folder of a transport of files, or where mails are kept for devtools. */
export const mailFolder = (app: Application, folder = 'storage/mail'): MailFolder =>
  new MailFolder(resolve(app.basePath, folder));

/** Opens the transport of a configuration. Throws `E_MAIL_TRANSPORT_UNKNOWN`. */
export const openTransport = (
  app: Application,
  config: TransportConfig,
  own: ReadonlyMap<string, MailTransportFactory>,
): MailTransport => {
  switch (config.driver) {
    case 'smtp':
      return smtpTransport(config, app.config.mail.timeout);
    case 'file':
      return mailFolder(app, config.folder);
    case 'log':
      return logTransport(app);
    case 'memory':
      return new MemoryTransport();
    default: {
      const name = config.driver.slice(4);
      const make = own.get(name);
      if (make === undefined) throw errors.E_MAIL_TRANSPORT_UNKNOWN({ name, hint: didYouMean(name, own.keys()) });
      return make(app);
    }
  }
};
