import { mkdtempSync, readdirSync, writeFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause, setImmediate as turn } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { createFacades, type Middleware, setup } from '@taproot/core';
import { definePlugin } from '@taproot/core/plugin';
import { fastify } from '@taproot/fastify';
import { koa } from '@taproot/koa';
import { routing } from '@taproot/routing';
import { validation } from '@taproot/validation';

/** What the process tells of its requests, and of what they hold. */
export interface Held {
  /** The ids of the requests whose middleware ran. */
  readonly executed: readonly string[];
  /** How often `http.sent` was told of each id. */
  readonly sent: Readonly<Record<string, number>>;
  /** How often `http.sent` was told, of requests without an id too. */
  readonly told: number;
  readonly descriptors: number;
  readonly spooled: number;
  readonly generators: number;
  readonly signals: number;
  readonly rss: number;
  readonly reports: readonly string[];
}

// A script of its own: `pipelined-process.ts driver native`, spoken to over IPC.
const [driver = 'koa', native = ''] = process.argv.slice(2);
const directory = mkdtempSync(join(tmpdir(), 'taproot-pipelined-'));
writeFileSync(join(directory, 'file.bin'), Buffer.alloc(100 * 1024, 'f'));

const executed: string[] = [];
const sent: Record<string, number> = {};
const reports: string[] = [];
let told = 0;
let generators = 0;
let signals = 0;

const counting: Middleware = {
  signature: () => 'counting',
  handle: (ctx, next) => {
    const id = ctx.request().header('x-n');
    executed.push(id);
    ctx.response().header('X-N', id);
    return next();
  },
};

const watching = definePlugin({
  name: 'watching',
  after: ['routing'],
  apply: (app) => {
    if (native !== '') {
      const { driver: taps } = app.facades.Http().hooks;
      taps.for('koa').tap('native', (koa) => void koa.use((_ctx, next) => next()));
      taps.for('fastify').tap('native', (instance) => void instance.addHook('onRequest', async () => undefined));
    }
    app.hooks.report.tap('watching', (error) => void reports.push(String(error)));
    app.facades.Http().hooks.sent.tap('watching', ({ ctx }) => {
      told++;
      const id = ctx?.request().header('x-n') ?? '';
      sent[id] = (sent[id] ?? 0) + 1;
    });
  },
});

async function* pieces(): AsyncGenerator<string> {
  generators++;
  try {
    for (let piece = 0; piece < 20; piece++) {
      yield 's'.repeat(8 * 1024);
      await turn();
    }
  } finally {
    generators--;
  }
}

const app = await setup(createFacades(), {
  basePath: directory,
  env: { APP_ENV: 'production', APP_KEY: 'a key of sixteen letters' },
})
  .withPlugins([watching, routing(), koa(), fastify(), validation()])
  .withConfig({ http: { driver, port: 0, upload: { directory: join(directory) }, keep_alive_timeout: 60 } })
  .withMiddleware((stack) => stack.append(counting))
  .withRouting((route) => {
    route.get('/quick', () => ({ quick: true }));
    route.get('/late', async () => {
      for (let step = 0; step < 3; step++) await turn();
      return { late: true };
    });
    route.get('/file', (ctx) => ctx.response().file(join(directory, 'file.bin')));
    route.get('/stream', (ctx) => ctx.response().stream(200, pieces));
    route.get('/events', (ctx) => ctx.response().eventStream(['one', 'two', 'three'].map((data) => ({ data }))));
    route.get('/signal', async (ctx) => {
      signals++;
      await pause(20, undefined, { signal: ctx.request().signal() }).catch(() => undefined);
      signals--;
      return { signal: true };
    });
    route.post('/json', async (ctx) => ctx.request().validated({ name: 'required|string' }));
    route.post('/upload', (ctx) => ({ files: ctx.request().files('file').length }));
    route.post('/unread', () => ({ unread: true })).rawBody();
    route.post('/closes', (ctx) => ctx.response().header('Connection', 'close').string(200, 'closed'));
  })
  .create();
await app.open();

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;

const held = (): Held => {
  collect();
  return {
    executed: executed.splice(0),
    sent: { ...sent },
    told,
    descriptors: readdirSync('/proc/self/fd').length,
    spooled: readdirSync(directory).length - 1,
    generators,
    signals,
    rss: process.memoryUsage().rss,
    reports: [...reports],
  };
};

process.on('message', () => process.send?.(held()));
process.on('disconnect', () => {
  void app.close().then(async () => {
    await rm(directory, { recursive: true, force: true });
    process.exit(0);
  });
});
process.send?.({ port: app.facades.Http().address?.port });
