import { type AnyHook, isPromise, Place } from '@taproot/core';
import { errors } from '../errors.ts';
import { nounOf } from '../router/noun-of.ts';

// Asked by `in`: in development a context refuses to be read for members that it does not have.
const isResponse = (value: unknown): boolean => 'setHeader' in Object(value);

type Checked = (result: unknown) => unknown;

/** A result of a tap: a response, or undefined when it gave none. */
const checkedBy =
  (hook: string, plugin: string, place: Place): Checked =>
  (result) => {
    if (result === undefined || result === null) return undefined;
    if (isResponse(result)) return result;
    const actual = isPromise(result) ? 'a promise' : nounOf(result);
    const line = place.toString();
    throw errors.E_HOOK_RESULT({ plugin, hook, place: line === '' ? '' : ` at ${line}`, actual });
  };

type Run = (...args: unknown[]) => unknown;

/** A function that takes a callback behind its arguments, with its result checked. */
const checkedCallback =
  (run: Run, checked: Checked): Run =>
  (...args) => {
    const done = args.at(-1) as (error: unknown, result?: unknown) => void;
    return run(...args.slice(0, -1), (error: unknown, result: unknown) => {
      if (error) return done(error);
      try {
        done(null, checked(result));
      } catch (fault) {
        done(fault);
      }
    });
  };

/**
 * Makes taps of a hook answer with responses alone: `E_HOOK_RESULT` names the plugin that returned something else.
 * `promises` admits the promise of one from a synchronous tap, for a hook whose caller awaits it.
 */
export const checkAnswers = (name: string, hook: AnyHook, promises = false): void => {
  hook.intercept({
    register: (tap) => {
      const run = tap.fn as Run;
      const checked = checkedBy(name, tap.name, new Place());
      if (tap.type === 'async') return { ...tap, fn: checkedCallback(run, checked) };
      const awaited = tap.type === 'promise' || promises;
      const fn: Run = (...args) => {
        const result = run(...args);
        return awaited && isPromise(result) ? Promise.resolve(result).then(checked) : checked(result);
      };
      return { ...tap, fn };
    },
  });
};
