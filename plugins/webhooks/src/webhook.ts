import { callPlace, describeValue, type Place } from '@taproot/core/plugin';
import { errors } from './errors.ts';

/** A declared kind of webhook: the second argument of `send()`. */
export interface Webhook<Payload extends object = object> {
  /** The type that receivers see: `order.paid`. */
  readonly type: string;
  /** The line that declares it. */
  readonly place: Place;
  /** The type of the payload, for the compiler alone. */
  readonly '~payload'?: Payload;
}

/** Declares a kind of webhook that the application sends. @throws E_WEBHOOK_TYPE @example export const orderPaid = webhook<OrderPaid>('order.paid'); */
export const webhook = <Payload extends object = {}>(type: string): Webhook<Payload> => {
  if (typeof type !== 'string' || !/^[\w.-]{1,100}$/.test(type))
    throw errors.E_WEBHOOK_TYPE({ value: describeValue(type) });
  return Object.freeze({ type, place: callPlace() });
};
