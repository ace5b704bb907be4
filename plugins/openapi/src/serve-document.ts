import type { Application } from '@taproot/core';

/** Serves the committed document as the file that it is, unless the application has a route of that path itself. */
export const serveDocument = (app: Application): void => {
  const { file, path, public: isPublic } = app.config.openapi;
  if (path === null || (app.isProduction && !isPublic)) return;
  app.hooks.boot.tap('openapi', () => {
    const route = app.facades.Route();
    if (route.getRoutes().some((other) => other.path === path)) return;
    route.staticFile(path, file);
  });
};
