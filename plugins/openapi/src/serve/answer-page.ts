import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Application, Handler } from '@taproot/core';
import type { DocumentSettings } from '../config.ts';
import { errors } from '../errors.ts';
import { docsPage, plainPage } from './docs-page.ts';

/** Answers with the page that shows the document. `script` is the path of Scalar's script, null if Scalar is not installed. */
export const answerPage = (app: Application, settings: DocumentSettings, script: string | null): Handler => {
  const { file, path, title, servers } = settings;
  const parts = { title: title ?? app.config.app.name, document: path ?? '' };
  const page =
    script === null ? plainPage(parts) : docsPage({ ...parts, script, servers: servers.map(({ url }) => url) });
  return (ctx) => {
    if (!existsSync(resolve(app.basePath, file))) throw errors.E_OPENAPI_ABSENT({ file });
    return ctx
      .response()
      .header('Content-Security-Policy', page.policy)
      .header('Cache-Control', 'no-cache')
      .data(200, 'text/html; charset=utf-8', page.html);
  };
};
