import { Session } from 'node:inspector';
import { afterAll } from '@jest/globals';

interface Taken {
  readonly result: readonly {
    readonly functions: readonly { readonly ranges: readonly { readonly count: number }[] }[];
  }[];
}

const session = new Session();
session.connect();

const ask = (method: string, params?: object): unknown => {
  let answer: unknown;
  session.post(method, params, (error: Error | null, result?: object) => {
    if (error) throw error;
    answer = result;
  });
  return answer;
};

// From here on: V8 counts the blocks only of functions that it compiles while it counts.
ask('Profiler.enable');
ask('Profiler.startPreciseCoverage', { callCount: true, detailed: true });
afterAll(() => {
  ask('Profiler.stopPreciseCoverage');
  session.disconnect();
});

type Method = (this: unknown, ...args: unknown[]) => unknown;
type Cost = (self: unknown, args: readonly unknown[], result: unknown) => number;

const sizeOf = (value: unknown): number => {
  if (typeof value === 'string') return value.length;
  return (value as { length?: number } | null | undefined)?.length ?? 1;
};
const whole: Cost = (self) => sizeOf(self);
const given: Cost = (_self, [value]) => sizeOf(value);
const made: Cost = (_self, _args, result) => sizeOf(result);
const entries: Cost = (_self, _args, result) => sizeOf(result);
/** What was read up to what was found, or all where nothing was. */
const found: Cost = (self, [, from], result) => {
  const start = typeof from === 'number' ? from : 0;
  return Math.max(0, (typeof result === 'number' && result >= 0 ? result : sizeOf(self)) - start);
};

const foundLast: Cost = (self, [, from], result) => {
  const start = Math.min(typeof from === 'number' ? from : Number.POSITIVE_INFINITY, sizeOf(self));
  return Math.max(0, start - Math.max(0, result as number));
};

/** A pattern reads at least up to the end of its match; backtracking is not counted. */
const matched: Cost = (self, [text], result) => {
  const { sticky, source } = self as RegExp;
  if (result !== null) {
    const [match] = result as RegExpExecArray;
    return match.length;
  }
  return sticky || source.startsWith('^') ? 1 : sizeOf(text);
};

/** Built-in functions that read more the larger their input is, with what they read. */
const builtIns: readonly (readonly [owner: object, names: readonly string[], cost: Cost])[] = [
  [String.prototype, ['indexOf'], found],
  [String.prototype, ['lastIndexOf'], foundLast],
  [String.prototype, ['includes', 'isWellFormed', 'normalize', 'split', 'toLowerCase', 'toUpperCase'], whole],
  [String.prototype, ['trim', 'trimEnd', 'trimStart'], (self, _args, result) => sizeOf(self) - sizeOf(result) + 1],
  // A part of a text is made at once, and read by whatever takes it.
  [String.prototype, ['padEnd', 'padStart', 'repeat', 'slice', 'substring'], made],
  [RegExp.prototype, ['exec'], matched],
  [Array.prototype, ['concat', 'slice'], made],
  [Array.prototype, ['includes', 'join', 'reverse', 'shift', 'sort', 'splice', 'toSorted', 'unshift'], whole],
  [Array.prototype, ['indexOf'], found],
  [Array.prototype, ['lastIndexOf'], foundLast],
  [Array, ['from'], made],
  [Buffer, ['from'], given],
  [Buffer, ['byteLength', 'concat'], given],
  [Buffer.prototype, ['indexOf', 'includes'], found],
  [Buffer.prototype, ['latin1Slice', 'toString', 'utf8Slice'], made],
  [JSON, ['parse'], given],
  [JSON, ['stringify'], made],
  [Object, ['entries', 'getOwnPropertyNames', 'keys', 'values'], entries],
  [Object, ['assign', 'fromEntries'], (_self, args) => Object.keys(Object(args.at(-1)) as object).length],
  [Reflect, ['ownKeys'], entries],
  [globalThis, ['BigInt', 'Number', 'decodeURIComponent', 'encodeURIComponent'], given],
];

export interface Work {
  /** Blocks of code that ran: each call of a function, each turn of a loop, and a few for each call of a built-in function above. */
  readonly steps: number;
  /** Characters, bytes and entries that those built-in functions read. */
  readonly read: number;
}

/**
 * Counts the work of `work` without a clock: what counts the same on an idle and on a busy machine. A few hundred steps are
 * those of the counting. Work in native code that is not listed above, such as backtracking of a pattern, is not counted.
 */
export const countWork = async (work: () => unknown): Promise<Work> => {
  let read = 0;
  const undo: (() => void)[] = [];
  for (const [owner, names, cost] of builtIns)
    for (const name of names) {
      const original = Object.getOwnPropertyDescriptor(owner, name);
      if (original === undefined) continue;
      const method = original.value as Method;
      const counting = function (this: unknown, ...args: unknown[]): unknown {
        const result = new.target ? Reflect.construct(method, args, new.target) : Reflect.apply(method, this, args);
        read += cost(this, args, result);
        return result;
      };
      Object.setPrototypeOf(counting, method);
      counting.prototype = method.prototype as unknown;
      Object.defineProperty(owner, name, { ...original, value: counting });
      undo.push(() => Object.defineProperty(owner, name, original));
    }
  ask('Profiler.takePreciseCoverage');
  try {
    await work();
  } finally {
    for (const restore of undo) restore();
  }
  let steps = 0;
  const { result } = ask('Profiler.takePreciseCoverage') as Taken;
  for (const { functions } of result)
    for (const { ranges } of functions) for (const { count } of ranges) steps += count;
  return { steps, read };
};

/** Steps and reads of `work` together. */
export const workOf = async (work: () => unknown): Promise<number> => {
  const { steps, read } = await countWork(work);
  return steps + read;
};

/** By how much work grows where its input is four times as large: by 4 where it is linear, by 16 where it is quadratic. */
export const growth = async (size: number, work: (size: number) => unknown): Promise<number> => {
  // What is only done once is done; of another size, since what is cached would cost nothing.
  await work(Math.ceil(size / 4));
  const [small, large] = [await workOf(() => work(size)), await workOf(() => work(4 * size))];
  if (large < 2 * small) throw new Error(`Not counted: ${small} steps for ${size}, ${large} for ${4 * size}.`);
  return large / small;
};
