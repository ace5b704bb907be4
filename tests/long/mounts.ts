import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Application } from '@taproot/core';
import type { RootRouter } from '@taproot/routing';
import { serve } from '../support/serve.ts';

const folder = join(import.meta.dirname, '..', '..', 'tools', 'mounts');

/** A WebSocket of a client, as far as its end is asked for. */
interface ClientSocket {
  once(event: 'close', ended: (code: unknown) => void): unknown;
}

/** One package that applications mount. */
interface Row {
  /** The only driver that has it; both by default. */
  readonly driver?: string;
  /** Gives it to the native instance of that driver. */
  configure?(instance: unknown): Promise<void>;
  /** Makes what must be awaited before it is mounted. */
  prepare?(): Promise<unknown>;
  /** Mounts it. */
  mount(route: RootRouter, prepared: unknown): void;
  /** Stops what `prepare()` has made, in a tap of `app.hooks.shutdown`. */
  stop?(prepared: unknown): Promise<unknown>;
  /** Throws unless its requests work. */
  check(url: string): Promise<void>;
  /** A request whose response does not end by itself. */
  stream?(url: string): Promise<Response>;
  /** A WebSocket that stays open. */
  socket?(url: string): Promise<ClientSocket>;
  /** Whether the stream has no bytes until something happens. */
  readonly head?: boolean;
  /** Whether a process can have it once only. */
  readonly alone?: boolean;
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

const native = (name: string, app: Application): void => {
  const { driver } = app.facades.Http().hooks;
  if (name === 'koa') driver.for('koa').tap('native', (koa) => void koa.use((_ctx, next) => next()));
  else driver.for('fastify').tap('native', (instance) => void instance.addHook('onRequest', async () => undefined));
};

/** Opens a stream or a WebSocket, which is open at the shutdown, and gives a promise of how it ends. */
const hold = async (row: Row, url: string): Promise<{ readonly end: Promise<string> } | null> => {
  const socket = await row.socket?.(url);
  if (socket !== undefined)
    return { end: new Promise((resolve) => socket.once('close', (code) => resolve(`closed: ${String(code)}`))) };
  const reader = (await row.stream?.(url))?.body?.getReader();
  if (reader === undefined) return null;
  if (row.head !== true) await reader.read();
  return { end: endOf(reader) };
};

/** How a package behaved on one driver. */
interface Outcome {
  readonly where: string;
  readonly faults: readonly string[];
  readonly stream: string;
  readonly seconds: number;
}

/** Serves a package, sends its requests, and closes the application with an open stream. */
const attend = async (row: Row, where: string, driver: string, piped: boolean): Promise<Outcome> => {
  const faults: string[] = [];
  const prepared = await row.prepare?.();
  const served = await serve((route) => row.mount(route, prepared), {
    driver,
    apply: (app) => {
      app.hooks.report.tap('test', (error) => void faults.push(`reported ${String(error)}`));
      app.hooks.shutdown.tapPromise('test', async () => void (await row.stop?.(prepared)));
      if (row.configure !== undefined)
        app.facades
          .Http()
          .hooks.driver.for('fastify')
          .tapPromise('row', async (one) => row.configure?.(one));
      else if (piped) native(driver, app);
    },
  });
  let held: Awaited<ReturnType<typeof hold>> = null;
  try {
    await row.check(served.url);
    held = await hold(row, served.url);
  } catch (error) {
    faults.push(String(error));
  }
  const began = performance.now();
  await served.close();
  const seconds = (performance.now() - began) / 1000;
  if (seconds > (row.seconds ?? 1)) faults.push(`closed after ${seconds.toFixed(1)} s`);
  return { where, faults, stream: (await held?.end) ?? '', seconds };
};

const file = join(tmpdir(), `taproot-mounts-${process.pid}.json`);

/** The same in a process of its own. */
const attendAlone = (where: string): Outcome => {
  const args = ['-C', 'source', '--import', 'tsx', join(import.meta.dirname, 'run.ts'), 'mounts'];
  const env = { ...process.env, MOUNT: where, MOUNT_FILE: file };
  spawnSync(process.execPath, args, { env, stdio: ['ignore', 'ignore', 'inherit'], timeout: 120_000 });
  if (!existsSync(file)) return { where, faults: ['did not end'], stream: '', seconds: 0 };
  const outcome = JSON.parse(readFileSync(file, 'utf8')) as Outcome;
  rmSync(file);
  return outcome;
};

/** Packages behind `mount()` and `mountNode()` on each driver, with and without its own pipeline: their requests, and the shutdown. */
export const run = async (): Promise<readonly string[]> => {
  const outcomes: Outcome[] = [];
  const { MOUNT: only, MOUNT_FILE: out } = process.env;
  for (const [name, row] of Object.entries(await load()))
    for (const driver of row.driver === undefined ? ['koa', 'fastify'] : [row.driver])
      for (const piped of row.configure === undefined ? [false, true] : [true]) {
        const where = `${name} on ${driver}${piped ? ' with its pipeline' : ''}`;
        if (only !== undefined && only !== where) continue;
        const isAlone = row.alone === true && only === undefined;
        outcomes.push(isAlone ? attendAlone(where) : await attend(row, where, driver, piped));
      }
  if (out !== undefined) {
    writeFileSync(out, JSON.stringify(outcomes[0]));
    // Such a package may leave timers and workers.
    process.exit();
  }
  console.table(
    Object.fromEntries(
      outcomes.map(({ where, stream, seconds }) => [where, { stream, 'closed after': `${seconds.toFixed(2)} s` }]),
    ),
  );
  return outcomes.flatMap(({ where, faults }) => faults.map((fault) => `${where}: ${fault}`));
};
