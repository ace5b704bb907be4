import { createHmac, randomBytes } from 'node:crypto';
import type { Application } from './application.ts';

/**
 * Makes a function that gives each application a value of its own: `make` runs at the first call for an application, and later calls get
 * the same value. Use it instead of a variable of a module, because all applications of the process share that variable.
 *
 * @example export const mailerOf = perApp((app) => new Mailer(app.config.mail));
 */
export const perApp = <Value extends {}>(make: (app: Application) => Value): ((app: Application) => Value) => {
  const values = new WeakMap<Application, Value>();
  return (app) => {
    const known = values.get(app);
    if (known !== undefined) return known;
    const value = make(app);
    values.set(app, value);
    return value;
  };
};

/**
 * The token of an application's devtools: they show pages only to requests that bring it. The token is derived from `app.key`, so that the
 * console, other workers and the next start of the server have the same one. Without a key it is random for each start.
 */
export const devtoolsToken = perApp((app: Application): string => {
  const { key } = app.config.app;
  const bytes = key === null ? randomBytes(16) : createHmac('sha256', key).update('taproot devtools').digest();
  return bytes.subarray(0, 16).toString('base64url');
});
