import { IncomingMessage } from 'node:http';
import type { Context, Input, Request } from '@taproot/core';
import { inputOf } from '@taproot/core/internal';
import type { SourceReader } from '@taproot/core/plugin';
import { errors } from '../errors.ts';
import { isMap } from '../values/records.ts';
import { everyFormValue, formValuesOf, type IsFormValue } from './form-values.ts';
import { isRequest } from './read-input.ts';

/** The whole input of a request. Returns a promise only if the body has not been read yet, for example in middleware. */
const requestInput = (request: Request): Input | Promise<Input> => {
  try {
    return inputOf(request);
  } catch {
    // The body is unread, or has another fault. In that case, the second call throws the same error again.
    return request.body().then(() => inputOf(request));
  }
};

/**
 * Like `all()`, but also works while the body is unread. A body without fields counts as empty here, because a message
 * only shows what was sent.
 */
export const sentInput = async (request: Request): Promise<Input> => {
  await request.body();
  return request.all();
};

/** Data that has been read, and which part of it came from a form. */
export interface InputData {
  readonly data: unknown;
  readonly isFormValue: IsFormValue | null;
}

/** The input of a request. Reads the body if it has not been read before. */
export const openRequest = (request: Request): InputData | Promise<InputData> => {
  const isFormValue = formValuesOf(request);
  const input = requestInput(request);
  return input instanceof Promise ? input.then((data) => ({ data, isFormValue })) : { data: input, isFormValue };
};

/**
 * Reads requests and forms. Returns all other data synchronously, because a promise takes a tenth of the time of a small validation. Throws
 * `E_DATA_SHAPE` for a body that was already consumed.
 */
export const openSource = (
  ctx: Context | null,
  data: unknown,
  read: SourceReader | null,
): InputData | Promise<InputData> => {
  if (isMap(data)) return { data, isFormValue: null };
  if (isRequest(data)) return openRequest(data);
  if (data instanceof IncomingMessage) {
    if (ctx !== null && ctx.request().node() === data) return openRequest(ctx.request());
    if (data.readableDidRead) throw gone();
    return readBy(read, data, 'an IncomingMessage');
  }
  if (data instanceof globalThis.Request) {
    if (data.bodyUsed) throw gone();
    return readBy(read, data, 'a web Request');
  }
  if (data instanceof FormData) return readBy(read, data, 'a FormData');
  if (!(data instanceof URLSearchParams)) return { data, isFormValue: data instanceof Map ? everyFormValue : null };
  const isNested = [...data.keys()].some((name) => name.replace(/\[\]$/, '').includes('['));
  return isNested
    ? readBy(read, data, 'a URLSearchParams with names in brackets')
    : { data, isFormValue: everyFormValue };
};

type Readable = Parameters<SourceReader>[0];

const readBy = async (read: SourceReader | null, source: Readable, actual: string): Promise<InputData> => {
  if (read === null)
    throw errors.E_DATA_SHAPE({ actual: `${actual}, which no plugin reads`, fix: 'Add routing() of @taproot/routing' });
  return { data: await read(source), isFormValue: formValuesIn(source) };
};

const jsonType = /^[^;]*[/+]json\b/i;

/** JSON distinguishes a list from a single value. */
const formValuesIn = (source: Readable): IsFormValue | null => {
  const type =
    source instanceof IncomingMessage
      ? source.headers['content-type']
      : source instanceof globalThis.Request
        ? source.headers.get('content-type')
        : null;
  return jsonType.test(type ?? '') ? null : everyFormValue;
};

const gone = (): Error =>
  errors.E_DATA_SHAPE({
    actual: 'a request whose body was read already',
    fix: 'Give what was read of it, or ctx.request() in a handler',
  });
