import { interleave } from './interleave.js';
import { toRows } from './rows.js';

/**
 * @typedef {object} FunctionVariant
 * @property {string} name
 * @property {string | readonly string[]} [against] The variants it is compared with.
 * @property {(call: number) => unknown} call The work; `call` counts up, so that inputs may change. If its first call
 *   returns a promise, all are awaited.
 * @property {number} [together] How many calls are under way at a time, where they wait for another process; else 1.
 */

// What the work returned last, kept where the compiler cannot see that nobody wants it.
export let kept = /** @type {unknown} */ (null);

const callInTurn = (/** @type {FunctionVariant['call']} */ work, /** @type {number} */ calls) => {
  for (let call = 0; call < calls; call++) kept = work(call);
};

/** As so many clients would, each of which waits for its answer before it asks again. */
const callAndAwait = async (
  /** @type {FunctionVariant} */ { call: work, together = 1 },
  /** @type {number} */ calls,
) => {
  let begun = 0;
  const client = async () => {
    while (begun < calls) kept = await work(begun++);
  };
  await Promise.all(Array.from({ length: together }, client));
};

/** A variant, and how it is called. */
const prepare = async (/** @type {FunctionVariant} */ variant) => {
  const first = variant.call(0);
  await first;
  return { ...variant, isAsync: first instanceof Promise };
};

/** @typedef {Awaited<ReturnType<typeof prepare>>} Prepared */

/** Nanoseconds of one call, over `calls` of them. */
const time = async (/** @type {Prepared} */ variant, /** @type {number} */ calls) => {
  const began = process.hrtime.bigint();
  if (variant.isAsync) await callAndAwait(variant, calls);
  else callInTurn(variant.call, calls);
  return Number(process.hrtime.bigint() - began) / calls;
};

/** How many calls fill a round; finding out warms them up, too. */
const callsFor = async (/** @type {Prepared} */ variant, /** @type {number} */ milliseconds) => {
  let calls = variant.together ?? 1;
  while ((await time(variant, calls)) * calls < milliseconds * 1e6) calls *= 2;
  return calls;
};

/**
 * Compares functions within this process.
 * @param {readonly FunctionVariant[]} variants
 * @param {{ readonly rounds: number, readonly milliseconds: number }} effort
 */
export const compareFunctions = async (variants, { rounds, milliseconds }) => {
  /** @type {Map<Prepared, number>} */
  const calls = new Map();
  for (const variant of variants) {
    const prepared = await prepare(variant);
    calls.set(prepared, await callsFor(prepared, milliseconds));
  }
  const round = (/** @type {Prepared} */ variant) => time(variant, calls.get(variant) ?? 1);
  // What the others made the compiler think of shared code is settled before it counts.
  await interleave([...calls.keys()], 1, round);
  return toRows(await interleave([...calls.keys()], rounds, round), 'ns');
};
