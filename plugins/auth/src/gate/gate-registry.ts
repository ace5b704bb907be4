import { type Context } from '@taproot/core';
import { describeValue } from '@taproot/core/plugin';
import { errors } from '../errors.ts';
import type { AuthUser } from '../providers/user-provider.ts';
import type { AfterCallback, BeforeCallback, PolicyClass } from './abilities.ts';

/** A function that decides. The gate checks what it returns. */
export type Check = (user: AuthUser | null, about: readonly unknown[], ctx: Context | null) => unknown;

/** One ability. */
export interface AbilityEntry {
  readonly check: Check;
  /** Whether it also runs for guests. */
  readonly guests: boolean;
  /** `before` of its policy. */
  readonly before: BeforeCallback | null;
  /** The functions that decide, as the application wrote them. */
  readonly written: readonly object[];
}

/** The abilities and functions of an application's gate; fixed at boot. */
export class GateRegistry {
  readonly abilities = new Map<string, AbilityEntry>();
  readonly before: BeforeCallback[] = [];
  readonly after: AfterCallback[] = [];
  #frozen = false;

  /** Adds an ability. A second definition replaces the first. */
  define(ability: string, entry: AbilityEntry): void {
    this.#open(`define("${ability}")`);
    this.abilities.set(ability, entry);
  }

  addBefore(callback: BeforeCallback): void {
    this.#open('before()');
    this.before.push(callback);
  }

  addAfter(callback: AfterCallback): void {
    this.#open('after()');
    this.after.push(callback);
  }

  /** Adds every method of a policy as an ability `<name>.<method>`. */
  policy(name: string, Policy: PolicyClass): void {
    this.#open(`policy("${name}")`);
    checkPolicy(name, Policy);
    const policy = new Policy();
    const guests = new Set(Policy.guests);
    const own = methodsOf(policy);
    const before = own.get('before') ?? null;
    for (const [method, decide] of own) {
      if (method === 'before') continue;
      const check: Check = (user, about) => Reflect.apply(decide, policy, [user, ...about]);
      const asked: BeforeCallback | null =
        before === null ? null : (user, ability, about) => Reflect.apply(before, policy, [user, ability, ...about]);
      const written = [decide, ...(before === null ? [] : [before])].flatMap((each) => [...calledBy(each, own)]);
      this.abilities.set(`${name}.${method}`, { check, guests: guests.has(method), before: asked, written });
    }
  }

  freeze(): void {
    this.#frozen = true;
  }

  #open(what: string): void {
    if (this.#frozen) throw errors.E_GATE_LATE({ what });
  }
}

/** A method of a policy, and those that it calls by `this.view(...)`, since it may return their verdict. */
const calledBy = (
  method: Function,
  all: ReadonlyMap<string, Function>,
  known: ReadonlySet<Function> = new Set(),
): ReadonlySet<Function> => {
  let found = new Set([...known, method]);
  for (const [, name = ''] of String(method).matchAll(/\bthis\.(\w+)\(/g)) {
    const called = all.get(name);
    if (called !== undefined && !found.has(called)) found = new Set(calledBy(called, all, found));
  }
  return found;
};

// In JavaScript, no compiler stops you from passing an object instead of its class.
const checkPolicy = (name: string, Policy: unknown): void => {
  if (typeof Policy === 'function' && 'prototype' in Policy) return;
  const given = Policy?.constructor.name;
  const isObject = typeof Policy === 'object' && given !== undefined && given !== 'Object';
  const advice = isObject ? `Give the class: ${given}` : 'Give a class whose methods decide, without new';
  throw errors.E_GATE_POLICY({ name, actual: describeValue(Policy), advice });
};

type Method = (...args: unknown[]) => never;

const isMethod = (value: unknown): value is Method => typeof value === 'function';

/** Methods by name, including those of base classes. A method of the class itself wins. */
const methodsOf = (policy: object): ReadonlyMap<string, Method> => {
  const methods = new Map<string, Method>();
  let owner: unknown = policy;
  while (typeof owner === 'object' && owner !== null && owner !== Object.prototype) {
    for (const name of Object.getOwnPropertyNames(owner)) {
      const value: unknown = Object.getOwnPropertyDescriptor(owner, name)?.value;
      if (name !== 'constructor' && !methods.has(name) && isMethod(value)) methods.set(name, value);
    }
    owner = Object.getPrototypeOf(owner);
  }
  return methods;
};
