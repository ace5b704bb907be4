import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { RootRouter } from '@taproot/routing';
import { serve } from '../support/serve.ts';

const folder = join(import.meta.dirname, '..', '..', 'tools', 'mounts');

/** One package that applications mount. */
interface Row {
  /** Makes what must be awaited before it is mounted. */
  prepare?(): Promise<unknown>;
  /** Mounts it. */
  mount(route: RootRouter, prepared: unknown): void;
  /** Stops what `prepare()` has made. */
  stop?(prepared: unknown): Promise<unknown>;
  /** Throws unless its requests work. */
  check(url: string): Promise<void>;
  /** A request whose response does not end by itself. */
  stream?(url: string): Promise<Response>;
  /** Whether the stream has no bytes until something happens. */
  readonly head?: boolean;
  /** Seconds that the shutdown may take; 1 by default. */
  readonly seconds?: number;
}

const load = async (): Promise<Readonly<Record<string, Row>>> => {
  if (!existsSync(join(folder, 'node_modules'))) spawnSync('npm', ['ci'], { cwd: folder, stdio: 'inherit' });
  const { rows } = (await import(pathToFileURL(join(folder, 'rows.mjs')).href)) as {
    rows: Readonly<Record<string, Row>>;
  };
  return rows;
};

/** How a body ends: politely, or with the connection. */
const endOf = async (reader: ReadableStreamDefaultReader): Promise<string> => {
  try {
    for (;;) if ((await reader.read()).done) return 'ended';
  } catch {
    return 'cut';
  }
};

const native = (name: string, app: Parameters<NonNullable<Parameters<typeof serve>[1]>['apply'] & object>[0]): void => {
  const { driver } = app.facades.Http().hooks;
  if (name === 'koa') driver.for('koa').tap('native', (koa) => void koa.use((_ctx, next) => next()));
  else driver.for('fastify').tap('native', (instance) => void instance.addHook('onRequest', async () => undefined));
};

/** Packages behind `mount()` and `mountNode()` on each driver, with and without its own pipeline: their requests, and the shutdown. */
export const run = async (): Promise<readonly string[]> => {
  const faults: string[] = [];
  const seen: Record<string, object> = {};
  for (const [name, row] of Object.entries(await load()))
    for (const driver of ['koa', 'fastify'])
      for (const piped of [false, true]) {
        const where = `${name} on ${driver}${piped ? ' with its pipeline' : ''}`;
        const reported: unknown[] = [];
        const prepared = await row.prepare?.();
        const served = await serve((route) => row.mount(route, prepared), {
          driver,
          apply: (app) => {
            app.hooks.report.tap('test', (error) => void reported.push(error));
            if (piped) native(driver, app);
          },
        });
        try {
          await row.check(served.url);
        } catch (error) {
          faults.push(`${where}: ${String(error)}`);
        }
        let end: Promise<string> | null = null;
        try {
          const stream = await row.stream?.(served.url);
          const reader = stream?.body?.getReader();
          if (reader !== undefined) {
            if (row.head !== true) await reader.read();
            end = endOf(reader);
          }
        } catch (error) {
          faults.push(`${where}: its stream: ${String(error)}`);
        }
        const began = performance.now();
        await served.close();
        const seconds = (performance.now() - began) / 1000;
        const how = end === null ? '' : await end;
        if (seconds > (row.seconds ?? 1)) faults.push(`${where}: closed after ${seconds.toFixed(1)} s`);
        for (const error of reported) faults.push(`${where} reported ${String(error)}`);
        await row.stop?.(prepared);
        seen[where] = { stream: how, 'closed after': `${seconds.toFixed(2)} s` };
      }
  console.table(seen);
  return faults;
};
