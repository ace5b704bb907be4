import { type Context } from '@taproot/core';
import { didYouMean } from '@taproot/core/plugin';
import { errors } from './errors.ts';
import { type Limit, limit } from './limit.ts';

/**
 * The names of limiters. Declare yours, so that `throttle()` accepts no other name: `declare module '@taproot/throttle'
 * { interface Limiters { api: true } }`.
 */
// oxlint-disable-next-line typescript/no-empty-interface -- filled by declaration merging
export interface Limiters {}

/** Names of limiters; any text if the application declares none. */
export type LimiterName = keyof Limiters extends never ? string : keyof Limiters;

/** The argument of `throttle()`: the name of a limiter, or requests and minutes: `60,1`. */
export type ThrottleName = keyof Limiters extends never ? string : OrInline<keyof Limiters>;

type OrInline<Name> = Name | `${bigint},${bigint}`;

type Later<Value> = Value | Promise<Value>;

/** Returns the limit of a request; null or undefined for none. */
// oxlint-disable-next-line typescript/no-invalid-void-type -- a callback may simply end
export type LimitCallback = (ctx: Context) => Later<Limit | null | undefined | void>;

/** Returns the limits of a request, in the order in which they count; null, undefined or an empty list for none. */
// oxlint-disable-next-line typescript/no-invalid-void-type -- a callback may simply end
export type LimitsCallback = (ctx: Context) => Later<readonly Limit[] | null | undefined | void>;

/** A named limiter. */
export interface Limiter {
  readonly name: string;
  readonly limits: LimitCallback | LimitsCallback;
}

/** Every limiter of an application by name; a second registration of a name replaces the first. */
export class LimiterRegistry {
  readonly #limiters = new Map<string, Limiter>();
  #frozen = false;

  add(name: string, limits: Limiter['limits']): void {
    if (name === '') throw errors.E_THROTTLE_NAME();
    if (this.#frozen) throw errors.E_THROTTLE_LATE({ kind: 'limiter', name: name });
    this.#limiters.set(name, { name, limits });
  }

  find(name: string): Limiter | null {
    return this.#limiters.get(name) ?? null;
  }

  /** The names of the limiters, in the order of their registration. */
  names(): string[] {
    return [...this.#limiters.keys()];
  }

  /** The limiter of this name, else the inline one it spells; `E_THROTTLE_UNKNOWN`, at `place`, when it is neither. */
  resolve(name: string, place = ''): Limiter {
    const limiter = this.find(name) ?? inline(name);
    if (limiter !== null) return limiter;
    const known = [...this.#limiters.keys()];
    const hint = didYouMean(name, known);
    throw errors.E_THROTTLE_UNKNOWN({
      limiter: name,
      place: place === '' ? '' : ` at ${place}`,
      hint,
      known: known.join(', ') || 'none',
    });
  }

  freeze(): void {
    this.#frozen = true;
  }

  get frozen(): boolean {
    return this.#frozen;
  }
}

/** `60,1`: sixty requests in one minute, by client address and route. */
const inline = (name: string): Limiter | null => {
  const [, points, minutes] = /^(\d+),(\d+)$/.exec(name) ?? [];
  if (points === undefined || minutes === undefined) return null;
  const always = limit.perMinutes(Number(minutes), Number(points));
  return { name, limits: () => always };
};
