import { inspect } from 'node:util';
import { type Duration } from '@taproot/core';
import { didYouMean, seconds } from '@taproot/core/plugin';
import { errors } from '../errors.ts';

/** Refuses settings of one connection. */
export class Check {
  readonly #path: string;

  constructor(path: string) {
    this.#path = path;
  }

  /** Keys that mean nothing are mistakes. */
  keys(config: object, known: readonly string[], within = ''): void {
    for (const key of Object.keys(config))
      if (!known.includes(key))
        this.#refuse(
          within + key,
          'set',
          didYouMean(key, known),
          `left out: the settings here are ${known.join(', ')}`,
        );
  }

  oneOf(key: string, value: unknown, known: readonly string[]): void {
    const given = typeof value === 'string' ? value : null;
    if (given !== null && known.includes(given)) return;
    const hint = given === null ? '' : didYouMean(given, known);
    this.#refuse(key, inspect(value), hint, `one of ${known.join(', ')}`);
  }

  require(holds: boolean, key: string, value: unknown, expected: string): void {
    if (!holds) this.#refuse(key, inspect(value), '', expected);
  }

  seconds(key: string, fallback: number, value: Duration = fallback): number {
    const time = seconds(value, `${this.#path}.${key}`);
    this.require(Number.isFinite(time) && time > 0, key, value, 'seconds, more than 0');
    return time;
  }

  #refuse(key: string, value: string, hint: string, expected: string): never {
    throw errors.E_DATABASE_SETTING({ setting: `${this.#path}.${key}`, value, hint, expected });
  }
}
