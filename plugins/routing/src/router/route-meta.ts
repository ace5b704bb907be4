import { frozenCopy, type RouteMetaValues } from '@taproot/core/internal';
import { callPlace } from '@taproot/core/plugin';
import { errors } from '../errors.ts';
import { nounOf } from '../handler/handler-name.ts';

/** The metadata of a route without any. */
export const noMeta: RouteMetaValues = Object.freeze({});

/** The metadata of `outer`, whose keys `given` may replace. It is a frozen copy: later changes of `given` do not reach the route. */
export const addMeta = (outer: RouteMetaValues, given: RouteMetaValues): RouteMetaValues => {
  const values: unknown = given;
  if (typeof values !== 'object' || values === null || Array.isArray(values))
    throw errors.E_ROUTE_META({
      place: callPlace().toString(),
      actual: Array.isArray(values) ? 'a list' : nounOf(values),
    });
  return Object.freeze({ ...outer, ...frozenCopy(given) });
};
