import type { IncomingMessage } from 'node:http';
import type { Transform } from 'node:stream';
import { promisify } from 'node:util';
import * as zlib from 'node:zlib';
import { hasCode } from '@taproot/core';
import type { HttpSettings } from '../config.ts';
import { errors } from '../errors.ts';
import type { BodyLimit } from './body-tap.ts';

/** The compressions that a body may have; null for none (RFC 9110 8.4). */
export type ContentCoding = 'gzip' | 'deflate' | 'br' | null;

const names: ReadonlyMap<string, ContentCoding> = new Map([
  ['', null],
  ['identity', null],
  ['gzip', 'gzip'],
  ['x-gzip', 'gzip'],
  ['deflate', 'deflate'],
  ['br', 'br'],
]);

/** The compression of the body. Only one is allowed, because each further one multiplies the size that a few bytes can become. */
export const contentCoding = ({ headers }: IncomingMessage): ContentCoding => {
  const header = headers['content-encoding'];
  if (header === undefined) return null;
  const coding = names.get(header.toLowerCase());
  if (coding === undefined) {
    const init = { headers: { 'Accept-Encoding': 'gzip, deflate, br' } };
    throw errors.E_BODY_ENCODING({ encoding: JSON.stringify(header.slice(0, 40)) }, init);
  }
  return coding;
};

const whole = {
  gzip: promisify<Buffer, zlib.ZlibOptions, Buffer>(zlib.gunzip),
  deflate: promisify<Buffer, zlib.ZlibOptions, Buffer>(zlib.inflate),
  br: promisify<Buffer, zlib.BrotliOptions, Buffer>(zlib.brotliDecompress),
};

const streams = {
  gzip: () => zlib.createGunzip(),
  deflate: () => zlib.createInflate(),
  br: () => zlib.createBrotliDecompress(),
};

/** The error for a body that cannot be decompressed. */
export const corrupt = (cause: unknown): Error =>
  errors.E_BODY_MALFORMED({ reason: 'its compressed data is corrupt' }, { cause });

/** The limit of a decompressed body in bytes, and the error for a larger one. */
export interface DecompressionLimit {
  readonly bytes: number;
  readonly exceeded: () => Error;
}

/** The limit of the decompressed size after `sent` compressed bytes: a multiple of them, but at most the body limit. */
export const decompressionLimit = (
  sent: number,
  { bytes: limit, setting }: BodyLimit,
  { ratio, floor }: HttpSettings['decompression'],
): DecompressionLimit => {
  if (ratio !== null) {
    const most = Math.max(floor, Math.floor(sent * ratio));
    if (most < limit) return { bytes: most, exceeded: () => errors.E_BODY_RATIO({ ratio }) };
  }
  return { bytes: limit, exceeded: () => errors.E_BODY_TOO_LARGE({ limit, setting }) };
};

/** Decompresses bytes. Stops at the limit. */
export const decompress = async (
  bytes: Buffer,
  coding: Exclude<ContentCoding, null>,
  limit: DecompressionLimit,
): Promise<Buffer> => {
  try {
    return await whole[coding](bytes, { maxOutputLength: limit.bytes });
  } catch (error) {
    throw hasCode(error, 'ERR_BUFFER_TOO_LARGE') ? limit.exceeded() : corrupt(error);
  }
};

/** A stream that decompresses. Its reader must count the bytes and apply the limit. */
export const decompressor = (coding: Exclude<ContentCoding, null>): Transform => streams[coding]();
