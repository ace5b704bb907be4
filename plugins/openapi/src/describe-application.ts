import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Application } from '@taproot/core';
import type { SecurityDescription } from '@taproot/core/plugin';
import { type Built, buildDocument } from './document/build-document.ts';
import { bodyErrors, knownErrors } from './document/known-errors.ts';
import type { JsonObject } from './json.ts';
import { type Code, openReader } from './open-reader.ts';
import type { Gap } from './reader/type-reader.ts';
import { validationSchemas } from './rules/validation-schemas.ts';

/**
 * Reads the code of a booted application and makes its document.
 * @param code packages to search for a compiler, instead of TypeScript and TypeScript 6; a tsconfig.json instead of the configured one
 * @throws E_OPENAPI_COMPILER, E_OPENAPI_CODE when the code cannot be read; E_OPENAPI_OPERATION for two operations of one id.
 */
export const describeApplication = async (
  app: Application,
  folder: string,
  code: Partial<Pick<Code, 'from' | 'config'>> = {},
): Promise<Built> => {
  const config = resolve(folder, app.config.openapi.tsconfig);
  const reader = await openReader({ folder, config, ...code }, await knownErrors(folder));
  try {
    const built = buildDocument({
      routes: app.facades.Route().getRoutes(),
      reader,
      rules: await validationSchemas(app),
      bodyErrors: bodyErrors(),
      hooks: app.hookTables.of('openapi'),
      info: infoOf(app, folder),
      servers: app.config.openapi.servers,
      guards: (name) => guardSecurity(app, name),
    });
    const hooks = app.hookTables.of('openapi');
    const gaps = [...errorGaps(app), ...built.gaps];
    for (const gap of gaps) hooks.gap.call(gap);
    return { ...built, document: hooks.document.call(built.document), gaps };
  } finally {
    reader.close();
  }
};

/** How clients send the credentials of a guard: as the middleware of its routes describes it. */
const guardSecurity = (app: Application, name: string | null): SecurityDescription | null => {
  if (!app.registry.middleware.has('auth')) return null;
  const [step, route] = [
    app.middleware.auth(name === null ? { optional: true } : { guard: name, optional: true }),
    app.facades.Route().getRoutes()[0],
  ];
  return (route && step.describe?.(route)?.security) ?? null;
};

/**
 * A tap of `http.error` may change the bodies of errors, so the document would be wrong about them. Such a tap is a gap, unless the plugin
 * also taps `openapi.problem`.
 */
const errorGaps = (app: Application): Gap[] => {
  const said = new Set(app.hookTables.of('openapi').problem.taps.map(({ name }) => name));
  const taps = app.facades.Http().hooks.error.taps.filter(({ name }) => !said.has(name));
  return taps.map(({ name }) => ({
    code: 'E_OPENAPI_REPLY',
    message: `"${name}" taps http.error, and may answer errors with a body that the document does not say`,
    fix: `Tap the hook openapi.problem by the same name, and say there what it answers: app.hookTables.of('openapi').problem.tap('${name}', ...)`,
    place: null,
  }));
};

/** Reads only files under version control, so that the document is the same on every machine. */
const infoOf = (app: Application, folder: string): JsonObject => {
  const { title, version, description } = app.config.openapi;
  const manifest = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as {
    readonly name?: string;
    readonly version?: string;
  };
  return {
    title: title ?? manifest.name ?? 'API',
    ...(description === null ? {} : { description }),
    version: version ?? manifest.version ?? '0.0.0',
  };
};
