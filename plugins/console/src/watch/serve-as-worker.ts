import cluster from 'node:cluster';
import { subscribe } from 'node:diagnostics_channel';
import { readFileSync } from 'node:fs';
import type { ServerResponse } from 'node:http';
import { createRequire } from 'node:module';
import { type Application, run } from '@taproot/core';
import { authorFrame, explain } from '@taproot/core/plugin';
import type { Report } from './dev-worker.ts';
import { requireAll, warmUp } from './warm-up.ts';

/** The line of the application that an error was thrown at, between its neighbours; empty where it is not known. */
const frameOf = (error: unknown): string => {
  const frame = error instanceof Error ? authorFrame(error) : null;
  if (frame === null) return '';
  let lines: string[];
  try {
    lines = readFileSync(frame.file, 'utf8').split('\n');
  } catch {
    // Code that lies in no file.
    return '';
  }
  const width = String(frame.line + 1).length;
  const show = (number: number): string[] => {
    const text = lines[number - 1];
    const mark = number === frame.line ? '>' : ' ';
    return text === undefined ? [] : [`  ${mark} ${String(number).padStart(width)} | ${text.trimEnd()}`];
  };
  return `\n\n${[frame.line - 1, frame.line, frame.line + 1].flatMap(show).join('\n')}\n`;
};

/** The error for a terminal, with its place and the source there. */
const describe = (error: unknown): string => {
  const text = explain(error);
  return / > +\d+ \|/.test(text) ? text : text + frameOf(error);
};

/** Whether only Node knows the place of an error, and shows it only when nothing catches it. */
const isHidden = (error: unknown): boolean => error instanceof SyntaxError && !explain(error).startsWith('E_SOURCE');

/** Where the configuration says that it will listen; null where nothing serves HTTP. */
const addressOf = ({ config }: Application) => {
  if (!('http' in config)) return null;
  const { host, port, tls } = config.http as { host: string; port: number; tls?: { cert?: string } };
  return { host, port, secure: (tls?.cert ?? '') !== '' };
};

const tell = (report: Report): Promise<void> =>
  new Promise((resolve) => {
    if (process.send === undefined) resolve();
    else process.send(report, undefined, undefined, () => resolve());
  });

/** Loads ahead what it can until the process that watches says that it is its turn to load the application. */
export const awaitTurn = (root: string): Promise<void> =>
  new Promise((resolve) => {
    let wanted = false;
    let warmed: Promise<void> = Promise.resolve();
    const hear = (message: unknown): void => {
      const files: unknown = message !== null && typeof message === 'object' ? Reflect.get(message, 'files') : null;
      if (Array.isArray(files)) warmed = warmed.then(() => requireAll(files, () => wanted));
      if (message !== 'taproot:go') return;
      wanted = true;
      process.off('message', hear);
      void warmed.then(resolve);
    };
    process.on('message', hear);
    process.send?.('taproot:waits');
    warmed = warmUp(root, () => wanted);
  });

/** Says a while after the boot which files of packages `require` has loaded. */
const tellLoaded = (): void => {
  const { cache } = createRequire(import.meta.url);
  const report = (): void =>
    void tell({ taproot: 'loaded', files: Object.keys(cache).filter((file) => file.includes('node_modules')) });
  setTimeout(report, 500).unref();
};

/**
 * Each request gets a connection of its own. A client that sent its next one over a connection that a drained process is
 * just closing would lose it, and until then the old application would answer it.
 */
const closeConnections = (): void =>
  subscribe('http.server.request.start', (message) => {
    (message as { readonly response: ServerResponse }).response.shouldKeepAlive = false;
  });

/**
 * Serves in a process that `serve --watch` forked, and tells that one why the application does not boot. Never
 * resolves: the core ends the process once connections that are on their way to it have gone back.
 */
export const serveAsWorker = async (boot: () => Promise<Application>): Promise<never> => {
  closeConnections();
  const bootOrTell = async (): Promise<Application> => {
    // There is one application, so that plugins need not warn of what several processes do not share.
    Reflect.set(cluster, 'isWorker', false);
    try {
      const app = await boot();
      tellLoaded();
      const address = addressOf(app);
      if (address !== null) await tell({ taproot: 'booted', ...address });
      return app;
    } catch (error) {
      if (isHidden(error)) throw error;
      await tell({ taproot: 'fault', text: describe(error) });
      return process.exit(1);
    }
  };
  await run(bootOrTell, { workers: 1 });
  return new Promise<never>(() => undefined);
};
