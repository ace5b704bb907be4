import type { Application } from '../application/application.ts';
import type { Contribution } from '../plugin/registry.ts';

/**
 * Gives `table` one function for each registered name. What it stands for is made at its first call, once for this
 * application; made as a function, it takes the arguments of the call: `facades.Lang(ctx)`, `middleware.throttle('api')`.
 */
export const fillTable = (table: object, registered: ReadonlyMap<string, Contribution>, app: Application): void => {
  for (const [name, { make }] of registered) {
    let made: unknown;
    const member = (...args: readonly unknown[]): unknown => {
      made ??= make(app);
      return typeof made === 'function' ? made(...args) : made;
    };
    Object.assign(table, { [name]: member });
  }
};
