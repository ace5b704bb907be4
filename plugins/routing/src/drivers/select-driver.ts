import { didYouMean, type HttpDriver } from '@taproot/core';
import { errors } from '../errors.ts';
import { type DriverHooks, koaDriver } from './koa-driver.ts';

const drivers: ReadonlyMap<string, (hooks: DriverHooks) => HttpDriver> = new Map([['koa', koaDriver]]);

/** The driver that `http.default` names; `E_DRIVER_UNKNOWN` when there is none. */
export const selectDriver = (name: string, hooks: DriverHooks): HttpDriver => {
  const make = drivers.get(name);
  if (make !== undefined) return make(hooks);
  const known = [...drivers.keys()];
  throw errors.E_DRIVER_UNKNOWN({ driver: name, hint: didYouMean(name, known), known: known.join(', ') });
};
