import type { Application } from '../application/application.ts';

/**
 * Makes a function that gives each application a value of its own: `make` runs at the first call for an application, and later
 * calls get the same value. Use it in place of a variable of a module, which every application of the process would share.
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
