import type { Application, Context } from '@taproot/core';
import { reasonOf } from '@taproot/core/internal';
import { describeValue, didYouMean, type Place } from '@taproot/core/plugin';
import { isSchema, type StandardSchema, errors as validationErrors } from '@taproot/validation';
import { errors } from './errors.ts';

type Rules = Readonly<Record<string, unknown>>;

/** Rules or a schema for the data of one event. */
export type Judge = Rules | StandardSchema;

/** The events that a socket receives. */
export type Receives = ReadonlyMap<string, Judge>;

/** The parts of a declaration that the boot checks. */
interface Declared {
  readonly path: string;
  readonly place: Place;
  readonly receives: Receives;
}

const isModule = (value: object): boolean => Object.prototype.toString.call(value) === '[object Module]';

const isRules = (value: unknown): value is Rules =>
  typeof value === 'object' &&
  value !== null &&
  !Array.isArray(value) &&
  !isModule(value) &&
  // A map has its rules inside, and a schema of an older library would be a map of rules that judge nothing.
  !(value instanceof Map) &&
  !('~standard' in value) &&
  typeof Reflect.get(value, 'safeParse') !== 'function';

/**
 * The events of a declaration, each with its rules or schema and its code.
 * @throws E_SOCKET_INVALID for what the compiler would refuse.
 */
export const readReceives = (path: string, receives: unknown, on: unknown): Receives => {
  const refuse = (key: string, value: unknown, expected: string) =>
    errors.E_SOCKET_INVALID({ path, key, value: describeValue(value), expected });
  if (!isRules(receives)) throw refuse('receives', receives, 'rules or a schema for each event');
  if (typeof on !== 'object' || on === null) throw refuse('on', on, 'a function for each event');
  const events = new Map<string, Judge>();
  for (const [event, judge] of Object.entries(receives)) {
    if (!isSchema(judge) && !isRules(judge))
      throw refuse(`receives.${event}`, judge, 'rules by field, or a Standard Schema');
    const run: unknown = Reflect.get(on, event);
    if (!Object.hasOwn(on, event) || typeof run !== 'function') throw refuse(`on.${event}`, run, 'a function');
    events.set(event, judge);
  }
  for (const event of Object.keys(on))
    if (!events.has(event)) {
      const hint = didYouMean(event, [...events.keys()]);
      throw refuse(`on.${event}`, Reflect.get(on, event), `its rules in "receives"; {} for no data.${hint}`);
    }
  return events;
};

/**
 * Mistakes in rules stop the boot. Without data, no rule is run. A schema is not asked, because its refinements may have effects.
 * @throws E_SOCKET_RULES
 */
export const checkRules = async ({ facades }: Application, { path, place, receives }: Declared): Promise<void> => {
  for (const [event, rules] of receives) {
    if (isSchema(rules) || Object.keys(rules).length === 0) continue;
    try {
      await facades.Validation().judge({}, rules);
    } catch (cause) {
      const reason = reasonOf(cause);
      throw errors.E_SOCKET_RULES({ path, event, place: String(place), reason }, { cause });
    }
  }
};

/**
 * The valid data of a message.
 * @throws E_SOCKET_MESSAGE, E_VALIDATION_FAILED
 */
export const judged = async (
  { facades }: Application,
  ctx: Context,
  rules: Judge,
  data: unknown = {},
): Promise<unknown> => {
  if (!isSchema(rules)) {
    if (typeof data !== 'object' || data === null || Array.isArray(data))
      throw errors.E_SOCKET_MESSAGE({ reason: 'its data is not an object' });
    if (Object.keys(rules).length === 0) return {};
  }
  const result = await facades.Validation().judge(data, rules, ctx);
  if (result.valid) return result.value;
  throw validationErrors.E_VALIDATION_FAILED({ details: { errors: result.errors.toJSON() } });
};
