import { definePlugin, type Options } from '@taproot/core/plugin';
import { mailDefaults } from './config.ts';
import { mailOf } from './mail-runtime.ts';
import { Mailer } from './mailer.ts';
import { mails } from './traced-mails.ts';

declare module '@taproot/core' {
  interface Facades {
    /** Sends mails: `await facades.Mail().send(welcome(user))`. */
    Mail(): Mailer;
  }
}

/**
 * Mails: checked, sent after the commit, and by the queue if there is one. While you develop, devtools show each of them. Settings are in
 * config/mail.ts. `options` are settings of that file, and win over it. Take it from `@taproot/mail`, and call it in the list of
 * `withPlugins()`.
 * @example setup().withPlugins([routing(), mailer()])
 */
export const mailer = (options?: Options<'mail'>) =>
  definePlugin({
    name: 'mail',
    after: ['database', 'lang', 'log', 'queue'],
    config: { mail: mailDefaults },
    options: { mail: options },
    facades: { Mail: (app) => new Mailer(mailOf(app)) },
    provides: { mailbox: (app) => mailOf(app).mailbox },
    traces: [mails],
    commands: () => import('./commands/index.ts'),
    health: (app) => ({
      mail: async (signal) => mailOf(app).transport(app.config.mail.default).check?.(signal),
    }),
    apply(app) {
      const runtime = mailOf(app);
      runtime.defineJob();
      // A wrong transport stops the boot.
      app.hooks.ready.tap('mail', () => void runtime.transport(app.config.mail.default));
      app.hooks.shutdown.tapPromise('mail', () => runtime.close());
    },
  });
