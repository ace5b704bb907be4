import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Application } from '@taproot/core';
import { type Built, buildDocument } from './document/build-document.ts';
import type { JsonObject } from './document/json.ts';
import { bodyErrors, knownErrors } from './document/known-errors.ts';
import { openReader } from './reader/open-reader.ts';
import { validationSchemas } from './rules/validation-schemas.ts';

/**
 * Reads the code of a booted application and makes its document.
 * @throws E_API_COMPILER, E_API_CODE when the code cannot be read; E_API_OPERATION for two operations of one id.
 */
export const describeApplication = async (app: Application, folder: string): Promise<Built> => {
  const config = resolve(folder, app.config.openapi.tsconfig);
  const reader = await openReader({ folder, config }, await knownErrors(folder));
  try {
    return buildDocument({
      routes: app.facades.Route().getRoutes(),
      reader,
      rules: await validationSchemas(app),
      bodyErrors: bodyErrors(),
      info: infoOf(app, folder),
      servers: app.config.openapi.servers,
    });
  } finally {
    reader.close();
  }
};

const infoOf = (app: Application, folder: string): JsonObject => {
  const { title, version, description } = app.config.openapi;
  return {
    title: title === '' ? app.config.app.name : title,
    ...(description === '' ? {} : { description }),
    version: version === '' ? versionIn(folder) : version,
  };
};

const versionIn = (folder: string): string => {
  const { version = '0.0.0' } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as {
    readonly version?: string;
  };
  return version;
};
