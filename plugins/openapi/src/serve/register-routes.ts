import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Application, Handler } from '@taproot/core';
import type { RootRouter } from '@taproot/routing';
import { asyncApiOf, type DocumentSettings, documentsOf, socketsOf } from '../config.ts';
import { ApiDocsAccess, accessOf } from './access.ts';

const scalarFile = join('node_modules', '@scalar', 'api-reference', 'dist', 'browser', 'standalone.js');

/** The browser script of @scalar/api-reference, from the node_modules of a folder or of one above it; null if it is not installed. */
const findScalar = (folder: string): string | null => {
  const found = join(folder, scalarFile);
  if (existsSync(found)) return found;
  const above = dirname(folder);
  return above === folder ? null : findScalar(above);
};

/** Loads the code of the page at its first request. */
const latePage = (app: Application, settings: DocumentSettings, script: string | null): Handler => {
  let answer: Handler | null = null;
  return async (ctx) => {
    answer ??= (await import('./answer-page.ts')).answerPage(app, settings, script);
    return answer(ctx);
  };
};

/**
 * Serves the committed documents and their pages to clients that may see them. If the application has a route with the same path, that route
 * wins.
 */
export const registerRoutes = (app: Application): void => {
  for (const settings of documentsOf(app.config.openapi)) registerDocument(app, settings);
};

const registerDocument = (app: Application, settings: DocumentSettings): void => {
  const { file, path, page } = settings;
  const access = accessOf(app, settings);
  if (path === null || access === 'none') return;
  const router: RootRouter = app.facades.Route();
  const taken = new Set(router.getRoutes().map((route) => route.path));
  // A separate scope for each route, because a scope without routes is an error.
  const scope = () => {
    const hidden = router.meta({ openapi: { hidden: true } });
    return access === 'all' ? hidden : hidden.middleware(new ApiDocsAccess(access));
  };
  if (!taken.has(path)) scope().staticFile(path, file);
  const sockets = asyncApiOf(path);
  if (!taken.has(sockets) && socketsOf(router.getRoutes(), settings).length > 0)
    scope().staticFile(sockets, asyncApiOf(file));
  if (page === null || taken.has(page)) return;
  const scalar = findScalar(app.basePath);
  const script = `${page}/scalar.js`;
  if (scalar !== null) scope().staticFile(script, scalar);
  scope().get(page, latePage(app, settings, scalar === null ? null : script));
};
