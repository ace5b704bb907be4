import { callPlace, describeValue, type Place } from '@taproot/core/plugin';
import { errors } from './errors.ts';

/** A schema of any library that follows Standard Schema: zod, valibot, arktype. */
export interface PayloadSchema<Output extends object = object> {
  /** The member that the standard asks of a library. */
  readonly '~standard': {
    readonly version: 1;
    readonly validate: (value: unknown) => SchemaResult<Output> | Promise<SchemaResult<Output>>;
    readonly types?: { readonly input: unknown; readonly output: Output } | undefined;
  };
}

type SchemaResult<Output> =
  | { readonly value: Output; readonly issues?: undefined }
  | {
      readonly issues: readonly {
        readonly message: string;
        readonly path?: readonly (PropertyKey | { readonly key: PropertyKey })[] | undefined;
      }[];
    };

/** A declared event: the first argument of `dispatch()` and of `listener()`. */
export interface Event<Payload extends object = object> {
  /** The name, unique in an application: `order.paid`. */
  readonly name: string;
  /** The line that declares it. */
  readonly place: Place;
  /** Judges payloads; null if the event has no schema. */
  readonly schema: PayloadSchema | null;
  /** The type of the payload, for the compiler alone. */
  readonly '~payload'?: Payload;
}

/**
 * Declares an event: something that has happened. Without a schema, the compiler alone judges its payloads. With one, `dispatch()` does too,
 * and listeners of the queue get what the schema makes of the JSON.
 *
 * @throws E_EVENT_NAME for a name that is none.
 * @example export const orderPaid = event<OrderPaid>('order.paid');
 */
export function event<Payload extends object = {}>(name: string): Event<Payload>;
export function event<Output extends object>(name: string, schema: PayloadSchema<Output>): Event<Output>;
export function event(name: string, schema: PayloadSchema | null = null): Event {
  if (typeof name !== 'string' || !/^[\w./-]{1,100}$/.test(name))
    throw errors.E_EVENT_NAME({ value: describeValue(name) });
  return Object.freeze({ name, schema, place: callPlace() });
}

/**
 * The payload as listeners get it.
 * @throws E_EVENT_PAYLOAD
 */
export const judged = async ({ name, schema }: Event, payload: unknown): Promise<object> => {
  const refuse = (reason: string): Error => errors.E_EVENT_PAYLOAD({ event: name, reason });
  if (typeof payload !== 'object' || payload === null)
    throw refuse(`it is ${describeValue(payload)}, but must be an object.`);
  if (schema === null) return payload;
  const result = await schema['~standard'].validate(payload);
  if (result.issues === undefined) return result.value;
  throw refuse(result.issues.map(({ message, path = [] }) => `${fieldOf(path)}${message}`).join(' '));
};

const fieldOf = (path: readonly (PropertyKey | { readonly key: PropertyKey })[]): string => {
  const keys = path.map((part) => String(typeof part === 'object' ? part.key : part));
  return keys.length === 0 ? '' : `${keys.join('.')}: `;
};

/**
 * The payload as text for the queue. Without a schema, it must be what JSON gives back: a listener would else get a string for a date.
 * @throws E_EVENT_PAYLOAD
 */
export const toQueued = ({ name, schema }: Event, payload: object): string => {
  const refuse = (reason: string): Error => errors.E_EVENT_PAYLOAD({ event: name, reason });
  const misfit = schema === null ? misfitOf(payload, 'it', new Set()) : null;
  if (misfit !== null) throw refuse(`${misfit}, which a listener of the queue would not get back from JSON.`);
  try {
    return JSON.stringify(payload);
  } catch (cause) {
    throw errors.E_EVENT_PAYLOAD({ event: name, reason: `it is no JSON: ${String(cause)}` }, { cause });
  }
};

/** The first part of a value that JSON does not give back; null if there is none. */
const misfitOf = (value: unknown, at: string, above: Set<object>): string | null => {
  if (value === null || typeof value === 'string' || typeof value === 'boolean') return null;
  if (typeof value === 'number' && Number.isFinite(value)) return null;
  if (typeof value !== 'object') return `${at} is ${describeValue(value)}`;
  if (above.has(value)) return `${at} contains itself`;
  const kind: unknown = Object.getPrototypeOf(value);
  if (kind !== null && kind !== Object.prototype && !Array.isArray(value)) return `${at} is ${describeValue(value)}`;
  above.add(value);
  for (const [key, part] of Object.entries(value)) {
    // JSON leaves out members that are undefined; an entry of a list would become null.
    const found =
      part === undefined && !Array.isArray(value) ? null : misfitOf(part, at === 'it' ? key : `${at}.${key}`, above);
    if (found !== null) return found;
  }
  above.delete(value);
  return null;
};
