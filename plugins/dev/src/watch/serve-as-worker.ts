import cluster from 'node:cluster';
import { subscribe } from 'node:diagnostics_channel';
import { existsSync, realpathSync } from 'node:fs';
import type { ServerResponse } from 'node:http';
import nodeModule, { createRequire } from 'node:module';
import { bringTypes } from '@taproot/console/internal';
import { type Application, run } from '@taproot/core';
import { type BootFault, hearPrimary, type Message, tellPrimary, type WorkerMessage } from '@taproot/workers/protocol';
import { PageNews } from './browser/page-news.ts';
import { servePages } from './browser/serve-pages.ts';
import { describeFault } from './describe-fault.ts';
import { loadedFiles } from './framework-files.ts';
import { keepFiles } from './keep-files.ts';
import { loadAll, warmUp } from './warm-up.ts';

/** The configured address; null if the application serves no HTTP. */
const addressOf = ({ config }: Application) => {
  if (!('http' in config)) return null;
  const { host, port, tls } = config.http as { host: string; port: number; tls?: { cert?: string | null } };
  return { host, port, secure: (tls?.cert ?? null) !== null };
};

const tell = (message: WorkerMessage): Promise<void> => new Promise((resolve) => tellPrimary(message, resolve));

/**
 * Loads packages in advance until the watching process calls this process. Resolves to null if it must load the application, or to the
 * fault that it must show.
 */
const awaitTurn = (root: string): Promise<BootFault | null> => {
  // Since Node 22.8: compiled code is cached on disk.
  const enable: unknown = Reflect.get(nodeModule, 'enableCompileCache');
  if (typeof enable === 'function') enable.call(nodeModule);
  return new Promise((resolve) => {
    let wanted = false;
    let warmed: Promise<void> = Promise.resolve();
    const begin = (fault: BootFault | null): void => {
      wanted = true;
      leave();
      void warmed.then(() => resolve(fault));
    };
    const leave = hearPrimary((message) => {
      if (message.taproot === 'warm') warmed = warmed.then(() => loadAll(root, message.files, () => wanted));
      if (message.taproot === 'go') begin(null);
      if (message.taproot === 'standIn') begin(message.fault);
    });
    tellPrimary({ taproot: 'waits' });
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
 * Closes each connection after one response. Otherwise a client could send its next request to a closing process and lose it, or reach the
 * old application for longer.
 */
const closeConnections = (): void =>
  subscribe('http.server.request.start', (message) => {
    (message as { readonly response: ServerResponse }).response.shouldKeepAlive = false;
  });

/** Passes a message of the watching process to open pages. */
const passOn = (message: Message, news: PageNews): void => {
  if (message.taproot === 'end') news.leave();
  if (message.taproot === 'show') news.fault = message.fault;
  if (message.taproot !== 'refresh') return;
  if (message.what === 'pages') news.reload();
  else news.restyle();
};

/** Lets pages show what the watching process reports about the last change. */
const keepPages = (root: string): void => {
  const news = new PageNews(root);
  servePages(news);
  hearPrimary((message) => passOn(message, news));
};

/** Updates types/taproot.d.ts while you work, if that file exists. */
const keepTypes = (app: Application, root: string): void => {
  const bring = (): Promise<unknown> =>
    bringTypes(app, root, (state) => state === 'stale').catch((error: unknown) =>
      app.report(error, { where: 'types' }),
    );
  // Starts later, so that the first requests do not wait.
  setTimeout(() => void bring(), 500).unref();
};

/** Reports the folders that a bundler watches. */
const tellBundled = (app: Application): void => {
  const folders = (app.provided('bundledFolders') ?? []).filter((folder) => existsSync(folder));
  if (folders.length > 0) tellPrimary({ taproot: 'keeps', files: folders.map((folder) => realpathSync(folder)) });
};

/** Boots the application. If it fails, reports the fault to the watching process and ends this process. */
const bootOrTell = async (root: string, boot: () => Promise<Application>): Promise<Application> => {
  // Plugins warn about state that several workers do not share. Here only one application serves, so the warnings would be wrong. Node
  // documents `isWorker` as read-only and reads it only when it loads `cluster`, so only plugins see the change.
  Reflect.set(cluster, 'isWorker', false);
  try {
    const app = await boot();
    keepTypes(app, root);
    tellBundled(app);
    if (!app.isProduction) keepFiles(app);
    tellLoaded(root);
    if (app.debug && !app.isProduction) keepPages(root);
    const address = addressOf(app);
    if (address !== null) await tell({ taproot: 'booted', ...address });
    return app;
  } catch (error) {
    await tell({ taproot: 'failed', fault: describeFault(error, root) });
    return process.exit(1);
  }
};

/**
 * Serves in a process that `serve --watch` started, when the watching process calls it. It serves the application, or the fault because of
 * which none starts. Never resolves: the core ends the process after connections on their way to it have gone back.
 */
export const serveAsWorker = async (root: string, boot: () => Promise<Application>): Promise<never> => {
  const fault = await awaitTurn(root);
  if (fault !== null) return (await import('./serve-fault.ts')).serveFault(root, fault);
  closeConnections();
  await run(() => bootOrTell(root, boot), { workers: 1 });
  return new Promise<never>(() => undefined);
};
