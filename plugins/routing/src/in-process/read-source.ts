import { rm } from 'node:fs/promises';
import { IncomingMessage } from 'node:http';
import { Readable } from 'node:stream';
import type { Application, Input } from '@taproot/core';
import type { Source } from '@taproot/core/internal';
import { fieldsOf } from '../body/fields-of.ts';
import { parseParams } from '../body/parse-params.ts';
import { readBody } from '../body/read-body.ts';
import type { HttpSettings } from '../config.ts';
import { createInput } from '../input/input-map.ts';
import { inject } from './inject.ts';

/** Removes files without a client's request when the program no longer refers to them. */
const dropped = new FinalizationRegistry<string>((path) => void rm(path, { force: true }).catch(() => undefined));

/** The query of a URL or of a path. */
const queryOf = (url: string, config: HttpSettings): Input => {
  const start = url.indexOf('?');
  return start === -1 ? createInput() : parseParams(url.slice(start + 1).split('#')[0] ?? '', config.max_params);
};

const readMessage = async (message: IncomingMessage, app: Application): Promise<Input> => {
  const { http: config } = app.config;
  const body = await readBody(message, config, null);
  for (const file of body.files) {
    dropped.register(file, file.path);
    file.useDisks?.(app.provided('uploads'));
  }
  return createInput(queryOf(message.url ?? '', config), fieldsOf(body));
};

/** Sends a Web-standard request through a socket in memory, so that there is only one way to read a body. */
const readWebRequest = (request: globalThis.Request, app: Application): Promise<Input> =>
  new Promise((resolve, reject) => {
    const { pathname, search, host } = new URL(request.url);
    const wire = {
      method: request.method,
      target: pathname + search,
      headers: { host, ...Object.fromEntries(request.headers) },
      body: request.body === null ? null : Readable.from(request.body),
    };
    inject((message, response) => {
      readMessage(message, app)
        .then(resolve, reject)
        .finally(() => response.end());
    }, wire)
      .then((reply) => reply.resume())
      .catch(reject);
  });

/** Reads a request or form that the program passes, under the same limits as for clients. */
export const readSource = async (source: Source, app: Application): Promise<Input> => {
  if (source instanceof IncomingMessage) return readMessage(source, app);
  if (source instanceof URLSearchParams) return parseParams(source.toString(), app.config.http.max_params);
  if (source instanceof FormData)
    return readWebRequest(new globalThis.Request('http://form.invalid/', { method: 'POST', body: source }), app);
  return readWebRequest(source, app);
};
