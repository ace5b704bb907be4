import { definePlugin, sealsOf } from '@taproot/core/plugin';
import { Crypt } from './crypt.ts';
import { Keyring } from './keyring.ts';

declare module '@taproot/core' {
  interface Facades {
    /** Encrypts and signs: `facades.Crypt().encryptString(iban)`. */
    Crypt(): Crypt;
  }
}

/**
 * Encryption and signatures with keys derived from `APP_KEY`: `facades.Crypt()`, encrypted and signed cookies, signed addresses. Without
 * `APP_KEY` the application does not start.
 * Take it from `@taproot/crypt`, and call it in the list of `withPlugins()`.
 * @example setup().withPlugins([routing(), crypt()])
 */
export const crypt = () =>
  definePlugin({
    name: 'crypt',
    facades: {
      Crypt: (app) => new Crypt(sealsOf(app, 'facades.Crypt()')),
    },
    provides: { seals: (app) => new Keyring(app) },
    apply: (app) => {
      // A missing key must stop the boot, not the first request.
      app.key('crypt');
    },
  });
