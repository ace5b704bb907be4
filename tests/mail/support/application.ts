import { afterEach } from '@jest/globals';
import { setup } from '@taproot/core';
import { type AnyPlugin, definePlugin } from '@taproot/core/plugin';
import { type MailConfig, mailer, type SmtpConfig } from '@taproot/mail';

const open: (() => Promise<unknown>)[] = [];

afterEach(async () => {
  for (const close of open.splice(0).toReversed()) await close();
});

/** What a test wants of its application. */
export interface Wanted {
  readonly smtp?: Omit<SmtpConfig, 'driver'>;
  readonly config?: Partial<MailConfig>;
  readonly plugins?: readonly AnyPlugin[];
  readonly env?: Readonly<Record<string, string>>;
  readonly basePath?: string;
}

/** Boots an application that sends mails from shop@example.com. */
export const boot = async ({
  smtp,
  config = {},
  plugins = [],
  env = {},
  basePath = import.meta.dirname,
}: Wanted = {}) => {
  const reports: (Error & { code?: string })[] = [];
  const reporting = definePlugin({
    name: 'reporting',
    apply: (app) => app.hooks.report.tap('reporting', (error) => void reports.push(error as Error)),
  });
  const app = await setup(null, { basePath, env: { APP_ENV: 'testing', ...env } })
    .withPlugins([reporting, ...plugins, mailer()])
    .withConfig({
      mail: {
        from: 'Shop <shop@example.com>',
        ...(smtp === undefined ? {} : { default: 'smtp', transports: { smtp: { driver: 'smtp', ...smtp } } }),
        ...config,
      },
    })
    .create();
  open.push(() => app.close());
  return { app, reports, mail: app.facades.Mail() };
};
