import type { IncomingMessage } from 'node:http';
import type { HttpConfig } from '../config.ts';
import { hasBody } from './has-body.ts';
import { readBytes } from './read-bytes.ts';

/** The body's bytes, decompressed, under `http.body_limit`, whatever their type; empty when there is no body. */
export const readRawBody = async (
  req: IncomingMessage,
  config: HttpConfig,
  signal: AbortSignal | null,
): Promise<Buffer> => (hasBody(req) ? readBytes(req, config, signal) : Buffer.alloc(0));
