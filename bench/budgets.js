/** Content that resembles boundaries: at most 3x letters, in CPU time and in memory. */
const multipart = Object.fromEntries(
  ['koa', 'fastify'].flatMap((driver) =>
    ['field', 'file'].flatMap((kind) =>
      ['in 1', 'in 7', 'in 65,536', 'memory'].map((what) => [`${driver}, ${kind}, plain, ${what}`, 3]),
    ),
  ),
);

/**
 * The most a variant may cost beside the one it is compared with, by case and variant; the numbers of the design.
 * @type {Readonly<Record<string, Readonly<Record<string, number>>>>}
 */
export const budgets = {
  hello: {
    // GET text, koa driver: at most 1.15x the CPU time of bare Koa without a router.
    'text: Taproot': 1.15,
    'text, async handler: Taproot': 1.15,
    // GET JSON with a parameter, last of 200 routes: below bare Koa + @koa/router by half.
    'JSON, 200 routes: Taproot': 0.5,
    // Both on the fastify driver: at most 1.1x bare Fastify.
    'text: Taproot on Fastify': 1.1,
    'JSON, 200 routes: Taproot on Fastify': 1.1,
  },
  files: {
    // A file of 4 kB: at most Koa with koa-static, on both drivers.
    Taproot: 1,
    'Taproot on Fastify': 1,
  },
  session: {
    // A page with the session in its cookie or on the Redis: at most the usual package, on both drivers.
    Taproot: 1,
    'Taproot on Fastify': 1,
    '2,000 visitors: Taproot': 1,
    '2,000 visitors: Taproot on Fastify': 1,
    'Redis: Taproot': 1,
    'Redis: Taproot (beside Redis: express-session)': 1,
    'Redis: Taproot (beside Redis: express-session, times not renewed)': 1,
    'Redis: Taproot on Fastify': 1,
  },
  queue: {
    // A job that does nothing: at most 1.15x the CPU time of bare BullMQ, and of pg-boss that fetches one at a time.
    'a job, Redis: Taproot': 1.15,
    'a job, PostgreSQL: Taproot': 1,
    'a job of 1 ms, Redis: Taproot': 1.15,
    'a job of 1 ms, PostgreSQL: Taproot': 1,
  },
  views: {
    // A page with a layout and 100 rows: at most 1.1x the bare engine.
    'rows: Taproot': 1.1,
    'rows: Taproot (beside rows: edge.js)': 1.1,
    'partials: Taproot': 1.1,
    'partials: Taproot (beside partials: edge.js)': 1.1,
    'JSX: Taproot': 1.1,
  },
  upload: {
    // 100 kB to a file on disk: at most Koa with koa-body, on both drivers.
    Taproot: 1,
    'Taproot on Fastify': 1,
  },
  'flat-routes': {
    // Within 1.05x of itself from 10 to 5,000 routes, in both shapes.
    'literal prefixes, 5,000 routes': 1.05,
    'one parameter, 5,000 routes': 1.05,
  },
  post: {
    // POST JSON + CORS + throttle + 10 rules: at most the CPU time of Fastify with its plugins, on both drivers.
    Taproot: 1,
    'Taproot on Fastify': 1,
  },
  client: {
    // A call through the client: at most 1.15x a bare fetch with JSON on both sides.
    'GET: client': 1.15,
    'POST: client': 1.15,
  },
  channels: {
    // Without a subscriber: less than 1 % of a request.
    'hello, channels': 0.01,
    'post, channels': 0.01,
  },
  log: {
    // A line for each request: at most what Fastify's own logger adds.
    'added by log()': 1,
  },
  otel: {
    // Spans to a batch exporter: at most 0.8x what @fastify/otel adds.
    'added by otel()': 0.8,
  },
  cache: {
    // A hit in memory: at most 1.2x bentocache, which is below it.
    Taproot: 1.2,
    'grace and tags: Taproot': 1.2,
  },
  validate: {
    // Valid data by `make()`: faster than zod, at most 2x Ajv.
    'valid: Taproot': 1,
    'valid: Taproot (beside valid: Ajv)': 2,
    // Invalid data with messages: at most 1.5x valibot, whose messages name no field.
    'invalid: Taproot': 1.5,
  },
  'validate-wildcard': {
    // 10,000 items: under 10x the cost of 1,000, plus 20 %.
    '10,000 items: Taproot': 12,
  },
  multipart,
  console: {
    // Beside `node -e 0`, which does nothing.
    'taproot --help': 2,
    'route:list, 1,000 routes': 6,
  },
  boot: {
    // From starting node to the first reply: at most 1.5x bare Koa + @koa/router + koa-body.
    skeleton: 1.5,
    'skeleton, CPU time': 1.5,
  },
};
