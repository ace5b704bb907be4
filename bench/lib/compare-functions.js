import { interleave } from './interleave.js';
import { toRows } from './rows.js';

/**
 * @typedef {object} FunctionVariant
 * @property {string} name
 * @property {string} [against] The variant it is compared with.
 * @property {(call: number) => unknown} call The work; `call` counts up, so that inputs may change.
 */

// What the work returned last, kept where the compiler cannot see that nobody wants it.
export let kept = /** @type {unknown} */ (null);

/** Nanoseconds of one call, over `calls` of them. */
const time = (/** @type {FunctionVariant['call']} */ work, /** @type {number} */ calls) => {
  const began = process.hrtime.bigint();
  for (let call = 0; call < calls; call++) kept = work(call);
  return Number(process.hrtime.bigint() - began) / calls;
};

/** How many calls fill a round; finding out warms them up, too. */
const callsFor = (/** @type {FunctionVariant['call']} */ work, /** @type {number} */ milliseconds) => {
  let calls = 1;
  while (time(work, calls) * calls < milliseconds * 1e6) calls *= 2;
  return calls;
};

/**
 * Compares synchronous functions within this process.
 * @param {readonly FunctionVariant[]} variants
 * @param {{ readonly rounds: number, readonly milliseconds: number }} effort
 */
export const compareFunctions = async (variants, { rounds, milliseconds }) => {
  const calls = new Map(variants.map((variant) => [variant, callsFor(variant.call, milliseconds)]));
  const figures = await interleave(variants, rounds, (variant) => time(variant.call, calls.get(variant) ?? 1));
  return toRows(figures, 'ns');
};
