import type { Context } from '@taproot/core';
import { canonicalOrigin } from './canonical-origin.ts';
import type { OriginRule, OriginTest } from './config.ts';
import { errors } from './errors.ts';
import { show } from './show.ts';

// The longest origin that rules of the application see. A host has at most 253 characters.
const longest = 300;
const wellFormed = /^[a-z][a-z\d+.-]*:\/\/[^\s/\\?#@,]+$/;
const labels = /^[a-z\d_-]+(?:\.[a-z\d_-]+)*$/;

type Match = (origin: string) => boolean;

/** Matches every host below a host, at any depth, with the scheme and port of the entry: `https://*.example.com`. */
const below = (entry: string): Match => {
  const parent = canonicalOrigin(entry.replace('://*.', '://'), entry);
  const host = parent.indexOf('://') + 3;
  const prefix = parent.slice(0, host);
  const suffix = `.${parent.slice(host)}`;
  return (origin) =>
    origin.startsWith(prefix) && origin.endsWith(suffix) && labels.test(origin.slice(prefix.length, -suffix.length));
};

/** Matches the expression against the whole origin, so that a forgotten anchor allows no other origins. */
const whole = ({ source, flags }: RegExp): Match => {
  const regexp = new RegExp(`^(?:${source})$`, flags.replaceAll(/[gmy]/g, ''));
  return (origin) => regexp.test(origin);
};

// Not `instanceof`: an expression may come from another realm.
const isRegExp = (rule: unknown): rule is RegExp => Object.prototype.toString.call(rule) === '[object RegExp]';

/** The allowed origins, compiled once. Throws `E_CORS_ORIGIN` for a malformed origin. */
export class OriginRules {
  /** Whether every origin is allowed. */
  readonly open: boolean;
  readonly #exact = new Set<string>();
  readonly #matches: Match[] = [];
  readonly #tests: OriginTest[] = [];

  constructor(rules: readonly OriginRule[]) {
    this.open = rules.includes('*');
    for (const rule of rules) if (rule !== '*') this.#add(rule);
  }

  /** Whether pages of this `Origin` may read the response. Returns a promise only if a function decides. */
  allow(origin: string, ctx: Context): boolean | Promise<boolean> {
    if (this.open || this.#exact.has(origin)) return true;
    if (origin === 'null') return this.#ask(origin, ctx);
    if (origin.length > longest || !wellFormed.test(origin)) return false;
    return this.#matches.some((match) => match(origin)) || this.#ask(origin, ctx);
  }

  #add(rule: OriginRule): void {
    if (typeof rule === 'function') this.#tests.push(rule);
    else if (isRegExp(rule)) this.#matches.push(whole(rule));
    else if (typeof rule !== 'string')
      throw errors.E_CORS_ORIGIN({ origin: show(rule), reason: 'it is neither text nor a RegExp nor a function' });
    else if (rule.includes('://*.')) this.#matches.push(below(rule));
    else this.#exact.add(canonicalOrigin(rule));
  }

  #ask(origin: string, ctx: Context): boolean | Promise<boolean> {
    return this.#tests.length > 0 && this.#askInTurn(origin, ctx);
  }

  async #askInTurn(origin: string, ctx: Context): Promise<boolean> {
    for (const test of this.#tests) if (await test(origin, ctx)) return true;
    return false;
  }
}
