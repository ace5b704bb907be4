import { Readable } from 'node:stream';
import type { Response, ResponseBody } from '@taproot/core';
import { discard } from '../http/discard.ts';
import { fullType } from './koa-types.ts';

interface Encoded {
  readonly body: ResponseBody;
  /** Content type of a body that has none; empty for no body. */
  readonly type: string;
}

const encode = (value: unknown): Encoded => {
  if (value === null || value === undefined) return { body: null, type: '' };
  if (typeof value === 'string') return { body: value, type: fullType(/^\s*</.test(value) ? 'html' : 'txt') ?? '' };
  const isBytes = value instanceof Uint8Array || value instanceof Readable || value instanceof ReadableStream;
  if (isBytes) return { body: value, type: 'application/octet-stream' };
  return { body: JSON.stringify(value), type: 'application/json; charset=utf-8' };
};

/** Gives a response a body as Koa takes it: text, bytes, a stream, nothing, or a value to be sent as JSON. */
export const replaceBody = (response: Response, value: unknown): void => {
  const { body, type } = encode(value);
  // A stream that replaces another may well read from it, as compression does.
  if (!(body instanceof Readable)) discard(response.body);
  response.body = body;
  response.removeHeader('Content-Length');
  if (body === null) response.removeHeader('Content-Type');
  else if (response.header('Content-Type') === undefined) response.setHeader('Content-Type', type);
};
