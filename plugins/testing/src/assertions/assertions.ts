import type { Caller } from './assertion-failure.ts';
import type { Check } from './check.ts';
import { cookieChecks } from './cookie-checks.ts';
import { headerChecks } from './header-checks.ts';
import { jsonChecks } from './json-checks.ts';
import { statusChecks } from './status-checks.ts';
import { textChecks } from './text-checks.ts';

const checks = { ...statusChecks, ...headerChecks, ...cookieChecks, ...textChecks, ...jsonChecks };

type Checks = typeof checks;

/** Every assertion by name. Each throws the `AssertionError` of node:assert, or returns the object on which it was called. */
export type AssertionMethods<Self> = {
  readonly [Name in keyof Checks]: (...args: Parameters<Checks[Name]>) => Self;
};

/** Runs a check at once, or later when there is a response. `caller` is the called assertion. */
export interface Asserting {
  verify(check: Check, caller: Caller): this;
}

/** Gives a class every assertion as a method. */
export const addAssertions = (prototype: Asserting): void => {
  for (const [name, makeCheck] of Object.entries<(...args: never[]) => Check>(checks)) {
    const assertion = function (this: Asserting, ...args: never[]): Asserting {
      return this.verify(makeCheck(...args), assertion);
    };
    Object.defineProperty(prototype, name, { value: assertion });
  }
};
