// Real path: an application in production whose tracing channels nobody listens to. It pays for the questions whether
// anybody does. Their number is counted in a server, the time of one is taken in this process, and both together are held
// against the CPU time of a request: whole servers with and without them would differ by less than they vary.
import { channels } from '@taproot/core/plugin';
import { compareFunctions } from '../lib/compare-functions.js';
import { compareServers } from '../lib/compare-servers.js';
import { median } from '../lib/median.js';
import { PinnedProcess } from '../lib/pinned-process.js';
import { people } from './post.js';

export const about = 'Tracing channels without a subscriber: their share of the CPU time of a request';

/** @type {readonly import('../lib/compare-servers.js').ServerVariant[]} */
const variants = [
  { name: 'hello', server: 'taproot-text', args: ['koa'], path: '/', body: 'Hello, world!' },
  { ...people, name: 'post', server: 'taproot-post', args: ['koa'] },
];

const work = (/** @type {number} */ call) => call + 1;
// A question is at most this: what wraps the taps of a hook hands on its arguments, too.
const guarded = (/** @type {[number]} */ ...args) => (channels.hook.hasSubscribers ? work(...args) : work(...args));

/** How often one request asks. */
const countAsks = async (/** @type {import('../lib/compare-servers.js').ServerVariant} */ variant) => {
  const { server, args = [], path, ask = {} } = variant;
  const process = new PinnedProcess('lib/count-asks.js', [server, ...args.map(String)], { core: null });
  try {
    await process.answer();
    return Number(await process.ask({ path, ...ask }));
  } finally {
    await process.close();
  }
};

/** @type {import('../lib/cases.js').Case['run']} */
export const run = async ({ functions, servers }) => {
  const [plain, asking] = await compareFunctions(
    [
      { name: 'work', call: work },
      { name: 'work behind a question', call: guarded },
    ],
    functions,
  );
  const nanoseconds = Math.max(0, (asking?.value ?? 0) - (plain?.value ?? 0));
  const rows = await compareServers(variants, servers);
  const shares = await Promise.all(
    variants.map(async (variant) => {
      const asks = await countAsks(variant);
      if (asks === 0) throw new Error(`${variant.name} asks no channel.`);
      const value = (asks * nanoseconds) / 1000;
      const rounds = rows.find((row) => row.variant === variant.name)?.rounds ?? [];
      const note = `${asks} questions of ${nanoseconds.toFixed(1)} ns`;
      const ratio = median(rounds.map((cpu) => value / cpu));
      return {
        variant: `${variant.name}, channels`,
        value,
        unit: 'us CPU',
        rounds: [value],
        against: variant.name,
        ratio,
        note,
      };
    }),
  );
  return [...rows, ...shares];
};
