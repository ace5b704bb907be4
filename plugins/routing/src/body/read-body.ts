import type { IncomingMessage } from 'node:http';
import type { Input } from '@taproot/core';
import type { HttpSettings } from '../config.ts';
import { errors } from '../errors.ts';
import { copyInput, isMap } from '../input/input-map.ts';
import { noFiles, type ReadBody } from './body.ts';
import { type BodyType, bodyType, hasBody, isJson, parsedBefore } from './body-type.ts';
import { contentCoding } from './content-coding.ts';
import { parseMediaType } from './media-type.ts';
import { checkJson, decodeText, parseJson } from './parse-json.ts';
import { parseParams } from './parse-params.ts';
import { readBytes, turn } from './read-bytes.ts';
import { readMultipart } from './read-multipart.ts';
import { takeArrived } from './take-arrived.ts';

const nothing = async (): Promise<void> => undefined;

const bodyOf = (value: unknown, fields: Input | null): ReadBody => ({
  value,
  fields,
  files: noFiles,
  dispose: nothing,
});

const absent = bodyOf(undefined, null);

const jsonBody = (text: string, depth: number): ReadBody => {
  const value = parseJson(text, depth);
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return bodyOf(value, null);
  // Keys from the client must not reach Object.prototype. Inside the body, readers use own members only.
  const fields = Object.setPrototypeOf(value, null) as Input;
  return bodyOf(fields, fields);
};

// Content of GET and HEAD has no meaning (RFC 9110 9.3.1); a DELETE may name a type although it has no content.
const bodiless = new Set(['GET', 'HEAD', 'DELETE', 'OPTIONS']);

/** Whether a message without content says that it is JSON. Empty content is not valid JSON. */
const lacksJson = ({ method = '', headers }: IncomingMessage): boolean => {
  const type = headers['content-type'];
  return type !== undefined && !bodiless.has(method) && isJson(parseMediaType(type)?.type ?? '');
};

const emptyError = (): Error => errors.E_BODY_MALFORMED({ reason: 'it is empty, and JSON never is' });

/** Many clients send the type JSON without content. It is an error only when code reads the body as JSON. */
const emptyJson: ReadBody = {
  get value(): never {
    throw emptyError();
  },
  get fields(): never {
    throw emptyError();
  },
  files: noFiles,
  dispose: nothing,
};

/** The body of a message without content. */
export const bodyWithoutContent = (req: IncomingMessage): ReadBody => (lacksJson(req) ? emptyJson : absent);

/** A body that earlier middleware has read and parsed. The same rules apply as to other bodies. */
const takenOver = (value: unknown, { max_json_depth }: HttpSettings): ReadBody => {
  if (isMap(value) || Array.isArray(value)) checkJson(value, max_json_depth);
  const fields = isMap(value) ? copyInput(value) : null;
  return bodyOf(fields ?? value, fields);
};

const parse = (bytes: Buffer, kind: BodyType['kind'], config: HttpSettings): ReadBody => {
  if (kind === 'json' && bytes.length === 0) return emptyJson;
  const text = decodeText(bytes);
  if (kind === 'json') return jsonBody(text, config.max_json_depth);
  if (kind === 'text') return bodyOf(text, null);
  const fields = parseParams(text, config.max_params);
  return bodyOf(fields, fields);
};

/**
 * Like `readBody`, but synchronous when the whole body has already arrived. Call it one microtask after the `request` event. Throws instead
 * of rejecting. Nearly every body takes this path, which costs only one promise.
 */
export const readNow = (
  req: IncomingMessage,
  config: HttpSettings,
  signal: AbortSignal | null,
): ReadBody | Promise<ReadBody> => {
  if (req.method === 'GET' || req.method === 'HEAD') return absent;
  if (!hasBody(req)) return bodyWithoutContent(req);
  const parsed = parsedBefore(req);
  if (parsed !== undefined) return takenOver(parsed, config);
  const { kind, boundary } = bodyType(req);
  if (kind === 'multipart') return readMultipart(req, boundary, config, signal);
  const plain = contentCoding(req) === null && signal?.aborted !== true;
  const arrived = plain ? takeArrived(req, config.max_body) : null;
  if (arrived !== null) return parse(arrived, kind, config);
  return readBytes(req, config, signal).then((bytes) => parse(bytes, kind, config));
};

/**
 * Reads the body by its media type: JSON, a form, plain text. Rejects with a `FrameworkError` of status 400, 408, 413, 415 or 503 as early
 * as possible, and removes spooled files. Rejects with the reason of `signal` if that is a `FrameworkError`, and with `E_BODY_ABORTED` when
 * the client leaves. `signal` may be null, because making a signal costs more than reading a small body. Without it, the reader still
 * notices when the client leaves.
 */
export const readBody = async (
  req: IncomingMessage,
  config: HttpSettings,
  signal: AbortSignal | null,
): Promise<ReadBody> => {
  await turn;
  return readNow(req, config, signal);
};
