import type { Application } from '@taproot/core';
import { definePlugin, type Options, perApp } from '@taproot/core/plugin';
import { Account } from './account.ts';
import { partsOf } from './account-parts.ts';
import { accountDefaults, checkConfig } from './config.ts';
import { errors } from './errors.ts';

declare module '@taproot/core' {
  interface Facades {
    /** Parts of accounts: tokens of one use, two factors, passkeys, sign-in with other sites. */
    Account(): Account;
  }
}

const made = perApp((): { account: Account | null } => ({ account: null }));
const accountOf = (app: Application): Account => (made(app).account ??= new Account(partsOf(app)));

/**
 * Parts of accounts: tokens of one use, two-factor codes, passkeys, and sign-in with other sites. Settings are in config/account.ts.
 * Needs `@taproot/database` and `@taproot/crypt`. `options` are settings of that file, and win over it. Take it from `@taproot/account`, and
 * call it in the list of `withPlugins()`.
 * @example setup().withPlugins([routing(), crypt(), database(), account()])
 */
export const account = (options?: Options<'account'>) =>
  definePlugin({
    name: 'account',
    requires: ['crypt', 'database'],
    config: { account: accountDefaults },
    options: { account: options },
    facades: { Account: accountOf },
    commands: () => import('./commands/index.ts'),
    apply(app) {
      checkConfig(app.config.account);
      // Missing plugins and a missing address stop the boot, not the first mail.
      app.hooks.ready.tap('account', () => {
        const parts = partsOf(app);
        parts.rows();
        parts.seals();
        if (app.isProduction && app.config.app.url === null) throw errors.E_ACCOUNT_URL();
      });
      app.hooks.shutdown.tapPromise('account', () => accountOf(app).tokens.close());
    },
  });
