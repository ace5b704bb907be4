import { connect } from 'node:net';
import { codingNames, fillings, kinds, requestOf } from './multipart-bodies.js';
import { PinnedProcess } from './pinned-process.js';

/** Bytes of a chunk, and of content in so small chunks that a request takes no longer than the others. */
const sizes = new Map([
  [1, 128 * 1024],
  [7, 512 * 1024],
  [65_536, 3 * 1024 * 1024],
]);

/** Requests at once when memory is measured. */
const together = 8;

/** Sends a request on a connection of its own; rejects unless it is answered 204. */
const send = (/** @type {number} */ port, /** @type {Buffer} */ bytes) =>
  /** @type {Promise<void>} */ (
    new Promise((resolve, reject) => {
      const socket = connect(port, '127.0.0.1');
      let reply = '';
      socket.setEncoding('latin1').on('data', (text) => (reply += text));
      socket.on('error', reject);
      socket.on('close', () => {
        if (reply.startsWith('HTTP/1.1 204 ')) resolve();
        else reject(new Error(`The server answered ${reply.slice(0, 400)}`));
      });
      socket.write(bytes);
    })
  );

/** @typedef {NodeJS.CpuUsage & { memory: number }} Usage */

/**
 * Milliseconds of CPU time of one request in chunks of each size, the least of some, and the mebibytes that so many requests
 * at once add to the process. Each measurement is of a process of its own, since what one request left behind would hide
 * what the next one takes.
 */
const measure = async (
  /** @type {string} */ driver,
  /** @type {import('./multipart-bodies.js').Kind} */ kind,
  /** @type {import('./multipart-bodies.js').Coding} */ coding,
  /** @type {string} */ filling,
  /** @type {import('./compare-servers.js').ServerEffort} */ { rounds, cores },
) => {
  const server = new PinnedProcess('servers/taproot-multipart.js', [driver], { core: cores.server });
  try {
    const port = Number(await server.answer());
    const usage = async () => /** @type {Usage} */ (await server.ask('usage'));
    const bodyIn = (/** @type {number} */ chunk, /** @type {number} */ size) =>
      requestOf({ filling, kind, coding, size, chunk });
    // Loads what the first upload loads, and compiles what is used often.
    for (let warm = 0; warm < 20; warm++) await send(port, bodyIn(65_536, 65_536));
    const before = await usage();
    const large = bodyIn(65_536, 3 * 1024 * 1024);
    await Promise.all(Array.from({ length: together }, () => send(port, large)));
    const memory = ((await usage()).memory - before.memory) / 1024;

    /** @type {Map<number, number>} */
    const cpu = new Map();
    for (const [chunk, size] of sizes) {
      const bytes = bodyIn(chunk, size);
      let least = Number.POSITIVE_INFINITY;
      // Short requests are asked more often: the compiler may still be at work in the first, and a stall weighs more.
      for (let turn = 0; turn < (chunk > 1000 ? rounds * 4 : rounds); turn++) {
        const began = await usage();
        await send(port, bytes);
        const ended = await usage();
        least = Math.min(least, (ended.user + ended.system - began.user - began.system) / 1000);
      }
      cpu.set(chunk, least);
    }
    return { cpu, memory };
  } finally {
    await server.close();
  }
};

/**
 * Rows of the worst filling beside letters, for each driver, kind of part, compression and size of chunks.
 * @param {import('./compare-servers.js').ServerEffort} effort
 */
export const compareFillings = async (effort) => {
  /** @type {import('./rows.js').Row[]} */
  const rows = [];
  // A quick look leaves out what is compressed: it comes out in chunks of 16 KiB, whatever it was sent in.
  const codings = effort.rounds > 2 ? codingNames : codingNames.slice(0, 1);
  const others = Object.keys(fillings).filter((filling) => filling !== 'letters');
  const add = (
    /** @type {string} */ what,
    /** @type {string} */ unit,
    /** @type {number} */ letters,
    /** @type {readonly number[]} */ values,
  ) => {
    const value = Math.max(...values);
    const note = `most: ${others[values.indexOf(value)]}`;
    rows.push({ variant: `${what}: letters`, value: letters, unit, rounds: [letters], against: null, ratio: null });
    rows.push({
      variant: what,
      value,
      unit,
      rounds: values,
      against: `${what}: letters`,
      ratio: value / letters,
      note,
    });
  };
  for (const driver of ['koa', 'fastify']) {
    for (const kind of kinds) {
      for (const coding of codings) {
        const letters = await measure(driver, kind, coding, 'letters', effort);
        const results = [];
        for (const filling of others) results.push(await measure(driver, kind, coding, filling, effort));
        const what = `${driver}, ${kind}, ${coding}`;
        for (const [chunk, base] of letters.cpu)
          add(
            `${what}, in ${chunk.toLocaleString('en')}`,
            'ms CPU',
            base,
            results.map(({ cpu }) => cpu.get(chunk) ?? Number.NaN),
          );
        add(
          `${what}, memory`,
          'MiB',
          letters.memory,
          results.map(({ memory }) => memory),
        );
      }
    }
  }
  return rows;
};
