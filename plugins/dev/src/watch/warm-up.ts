import { createRequire } from 'node:module';
import { pathToFileURL } from 'node:url';
import { frameworkPackages, importPackage } from '@taproot/console/internal';
import { setup } from '@taproot/core';
import type { AnyPlugin } from '@taproot/core/plugin';
import type { LoadedFiles } from '@taproot/workers/protocol';
import { loadedFiles } from './framework-files.ts';

/** The used part of @taproot/routing, because this package must not depend on it. */
interface Routing {
  readonly routing: () => AnyPlugin;
}

/** Its router. */
interface Router {
  readonly get: (path: string, handler: () => object) => unknown;
  readonly fetch: (request: Request) => Promise<unknown>;
}

// If a package does not load, the application reports it when it starts.
const orNull = <Value>(load: Promise<Value>): Promise<Value | null> => load.catch(() => null);

/** Waits one turn, so that messages that have arrived are handled. */
const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

/** Loads the files of packages that the previous application has loaded. Stops when `wanted()` is true. */
export const loadAll = async (root: string, files: LoadedFiles, wanted: () => boolean): Promise<void> => {
  const load = createRequire(import.meta.url);
  for (const file of files.modules) {
    await turn();
    if (wanted()) return;
    await orNull(import(pathToFileURL(file).href));
  }
  for (const file of files.required) {
    if (load.cache[file] !== undefined) continue;
    await turn();
    if (wanted()) return;
    try {
      load(file);
    } catch {
      // See `orNull()`.
    }
  }
  await loadedFiles(root, wanted);
};

/**
 * Opens an application with one route and requests it, which loads packages that the server loads late, and the source maps for the places
 * of routes. It does not listen on a port.
 */
const serveOnce = async ({ routing }: Routing, root: string): Promise<void> => {
  // A variable and not a literal, because `http` is declared by a plugin that this package does not know.
  const config = { app: {}, http: { listen: false } };
  const builder = setup(null, { basePath: root, env: { APP_ENV: 'testing' } })
    .withPlugins([routing()])
    .withConfig(config);
  const routers: Router[] = [];
  const withRouting: unknown = Reflect.get(builder, 'withRouting');
  if (typeof withRouting === 'function')
    withRouting.call(builder, (route: Router) => {
      route.get('/', () => ({}));
      routers.push(route);
    });
  const app = await builder.create();
  await app.open();
  for (const router of routers) await router.fetch(new Request('http://localhost/'));
  await app.close();
};

/**
 * Loads the framework's packages that the application in `root` depends on; they change only when something is installed. Before each
 * package it calls `wanted()`, and stops when it is time to load the application itself.
 */
export const warmUp = async (root: string, wanted: () => boolean): Promise<void> => {
  for (const name of frameworkPackages(root)) {
    await turn();
    if (wanted()) return;
    const loaded = await orNull(importPackage(root, name));
    if (name === '@taproot/routing' && loaded !== null && !wanted()) await orNull(serveOnce(loaded as Routing, root));
  }
  await loadedFiles(root, wanted);
};
