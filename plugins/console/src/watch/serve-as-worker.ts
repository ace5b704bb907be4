import cluster from 'node:cluster';
import { subscribe } from 'node:diagnostics_channel';
import type { ServerResponse } from 'node:http';
import nodeModule, { createRequire } from 'node:module';
import { type Application, run } from '@taproot/core';
import { PageNews } from './browser/page-news.ts';
import { servePages } from './browser/serve-pages.ts';
import { type BootFault, describeFault } from './describe-fault.ts';
import type { Report } from './dev-worker.ts';
import { loadedFiles } from './framework-files.ts';
import { type LoadedFiles, loadAll, warmUp } from './warm-up.ts';

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

/**
 * Loads packages in advance until the watching process says that it is this process's turn: to load the application or,
 * if the promise resolves to a fault, to show that fault.
 */
export const awaitTurn = (root: string): Promise<BootFault | null> => {
  // Since Node 22.8: compiled code is cached on disk.
  const enable: unknown = Reflect.get(nodeModule, 'enableCompileCache');
  if (typeof enable === 'function') enable.call(nodeModule);
  return new Promise((resolve) => {
    let wanted = false;
    let warmed: Promise<void> = Promise.resolve();
    const hear = (message: unknown): void => {
      const files: unknown = message !== null && typeof message === 'object' ? Reflect.get(message, 'files') : null;
      if (files !== null && files !== undefined)
        warmed = warmed.then(() => loadAll(root, files as LoadedFiles, () => wanted));
      const fault: unknown = message !== null && typeof message === 'object' ? Reflect.get(message, 'fault') : null;
      if (message !== 'taproot:go' && (fault ?? null) === null) return;
      wanted = true;
      process.off('message', hear);
      void warmed.then(() => resolve((fault ?? null) as BootFault | null));
    };
    process.on('message', hear);
    process.send?.('taproot:waits');
    warmed = warmUp(root, () => wanted);
  });
};

/** Reports, a while after the boot, which files of packages are loaded. */
const tellLoaded = (root: string): void => {
  const { cache } = createRequire(import.meta.url);
  const report = async (): Promise<void> => {
    const required = Object.keys(cache).filter((file) => file.includes('node_modules'));
    await tell({ taproot: 'loaded', files: { required, modules: await loadedFiles(root) } });
  };
  setTimeout(() => void report(), 500).unref();
};

/**
 * Closes each connection after one response. Otherwise a client could send its next request to a process that is just
 * closing, and lose it, or get the old application until then.
 */
const closeConnections = (): void =>
  subscribe('http.server.request.start', (message) => {
    (message as { readonly response: ServerResponse }).response.shouldKeepAlive = false;
  });

/** Shows pages what the process that watches says about the last change. */
const keepPages = (root: string): void => {
  const news = new PageNews(root);
  servePages(news);
  process.on('message', (message: unknown) => {
    // Of the core: this process drains from now on.
    if (message === 'taproot:SIGTERM' || message === 'taproot:SIGINT') news.leave();
    if (message === 'taproot:reload') news.reload();
    if (message === 'taproot:restyle') news.restyle();
    if (typeof message === 'object' && message !== null && 'fault' in message)
      news.fault = message.fault as BootFault | null;
  });
};

/**
 * Serves in a process that `serve --watch` forked, and reports to that process why the application does not boot. Never
 * resolves: the core ends the process after its last connections have been returned.
 */
export const serveAsWorker = async (root: string, boot: () => Promise<Application>): Promise<never> => {
  closeConnections();
  const bootOrTell = async (): Promise<Application> => {
    // There is one application, so that plugins need not warn of what several processes do not share.
    Reflect.set(cluster, 'isWorker', false);
    try {
      const app = await boot();
      tellLoaded(root);
      if (app.debug && !app.isProduction) keepPages(root);
      const address = addressOf(app);
      if (address !== null) await tell({ taproot: 'booted', ...address });
      return app;
    } catch (error) {
      await tell({ taproot: 'fault', fault: describeFault(error, root) });
      return process.exit(1);
    }
  };
  await run(bootOrTell, { workers: 1 });
  return new Promise<never>(() => undefined);
};
