import type { Application } from '@taproot/core';
import { definePlugin, perApp } from '@taproot/core/plugin';
import { createTransport } from 'nodemailer';

/** A mail to one user. */
export interface Mail {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
}

/** Sends mails. Rejects when the mail server refuses one. */
export interface Mailer {
  send(mail: Mail): Promise<unknown>;
}

declare module '@taproot/core' {
  interface Facades {
    Mail: () => Mailer;
  }
  interface ConfigFiles {
    mail: { url: string; from: string };
  }
}

const overSmtp = perApp((app: Application): Mailer => {
  const { url, from } = app.config.mail;
  const transport = createTransport(url);
  return { send: (mail) => transport.sendMail({ from, ...mail }) };
});

/** Sends mail by SMTP, or by the mailer that a test passes. */
export const mail = (mailer?: Mailer) =>
  definePlugin({
    name: 'mail',
    config: {
      mail: (env) => ({ url: env('MAIL_URL', 'smtp://127.0.0.1:1025'), from: env('MAIL_FROM', 'rooms@example.com') }),
    },
    facades: { Mail: (app) => mailer ?? overSmtp(app) },
  });
