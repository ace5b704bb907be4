import { ajv } from './ajv.js';
import { joi } from './joi.js';
import { taproot } from './taproot.js';
import { valibot } from './valibot.js';
import { validatorjs } from './validatorjs.js';
import { vinejs } from './vine.js';
import { zod } from './zod.js';

/** Every library that is compared. */
export const libraries = [zod, valibot, ajv, vinejs, joi, validatorjs, taproot];

/** Ends the run when a library finds other fields wrong than it should: nobody is faster for looking away. */
export const expectWrong = async (
  /** @type {string} */ name,
  /** @type {import('./checker.js').Checker} */ { run, wrong },
  /** @type {unknown} */ data,
  /** @type {readonly string[]} */ expected,
) => {
  const found = wrong(await run(data)).toSorted();
  if (found.join() !== expected.toSorted().join()) {
    throw new Error(`${name} finds ${found.join(', ') || 'nothing'} wrong, not ${expected.join(', ') || 'nothing'}.`);
  }
};
