import type { IncomingMessage } from 'node:http';
import { errors } from '../errors.ts';
import { isUtf8Charset, type MediaType, parseMediaType } from './media-type.ts';

/** Whether the message announces content: a length above 0, or a transfer coding (RFC 9112 6.3). */
export const hasBody = ({ headers }: IncomingMessage): boolean => {
  const length = headers['content-length'];
  return length === undefined ? headers['transfer-encoding'] !== undefined : Number(length) > 0;
};

/**
 * The body that earlier middleware parsed into `req.body`, as the parsers of Koa, Express and Fastify do; undefined if there is none.
 * Parsers set an empty object if they do not read the body. So `req.body` counts only if the bytes have been read.
 */
export const parsedBefore = (req: IncomingMessage): unknown =>
  req.readableDidRead || req.readableEnded ? Reflect.get(req, 'body') : undefined;

/** Stores the result of a driver's parser in `req.body`, where `parsedBefore()` finds it. */
export const leaveParsed = (req: IncomingMessage, body: unknown): void => {
  if (body !== undefined) Reflect.set(req, 'body', body);
};

/** How to read a body. `boundary` is empty unless the body is multipart. */
export interface BodyType {
  readonly kind: 'json' | 'form' | 'multipart' | 'text';
  readonly boundary: string;
}

const json: BodyType = { kind: 'json', boundary: '' };
const form: BodyType = { kind: 'form', boundary: '' };
const text: BodyType = { kind: 'text', boundary: '' };

const unsupported = (type: string): Error =>
  errors.E_BODY_UNSUPPORTED({ type: type === '' ? 'none' : JSON.stringify(type.slice(0, 100)) });

// Node silently keeps the first of two Content-Type headers and drops the other.
const isRepeated = (rawHeaders: readonly string[]): boolean => {
  let seen = 0;
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index];
    if (name?.length === 12 && name.toLowerCase() === 'content-type') seen += 1;
  }
  return seen > 1;
};

// RFC 2046 5.1.1: 1 to 70 of these characters, the last one is not a space.
const boundaryText = /^[0-9A-Za-z'()+_,\-./:=? ]{0,69}[0-9A-Za-z'()+_,\-./:=?]$/;

const multipart = ({ parameters }: MediaType): BodyType => {
  const boundary = parameters.get('boundary') ?? '';
  if (!boundaryText.test(boundary))
    throw errors.E_BODY_MALFORMED({ reason: 'its Content-Type has no boundary of 1 to 70 characters' });
  return { kind: 'multipart', boundary };
};

/** Whether a media type (lower case, without parameters) is JSON, by its name or its suffix (RFC 6839). */
export const isJson = (type: string): boolean => type === 'application/json' || type.endsWith('+json');

/** Whether a body would be read as an upload. */
export const isUpload = ({ headers }: IncomingMessage): boolean =>
  /^[ \t]*multipart\//i.test(headers['content-type'] ?? '');

/**
 * How the body of `req` is read. Only its media type decides. The type is normalised once and then compared as a whole, so that no body is
 * checked as one type and read as another. Throws `E_BODY_UNSUPPORTED` for other types, no type, two types, or garbage.
 */
export const bodyType = ({ headers, rawHeaders }: IncomingMessage): BodyType => {
  const header = headers['content-type'] ?? '';
  if (isRepeated(rawHeaders)) throw unsupported('two Content-Type headers');
  if (header === 'application/json') return json;
  const media = parseMediaType(header);
  if (media === null) throw unsupported(header);
  const charset = media.parameters.get('charset');
  if (!isUtf8Charset(charset)) throw errors.E_BODY_CHARSET({ charset: JSON.stringify(charset?.slice(0, 40)) });
  if (isJson(media.type)) return json;
  if (media.type === 'application/x-www-form-urlencoded') return form;
  if (media.type === 'multipart/form-data') return multipart(media);
  if (media.type === 'text/plain') return text;
  throw unsupported(header);
};
