import { EventEmitter } from 'node:events';
import type { IncomingMessage } from 'node:http';
import { PassThrough, type Transform } from 'node:stream';
import { FrameworkError } from '@taproot/core';
import type { HttpConfig } from '../config.ts';
import { errors } from '../errors.ts';
import type { ReadBody } from './body.ts';
import { type BodyLimit, BodyTap } from './body-tap.ts';
import { contentCoding, corrupt, decompressionLimit, decompressor } from './content-coding.ts';
import { MultipartForm } from './multipart-form.ts';
import { nestParams } from './parse-params.ts';
import { Spool } from './spool.ts';

const notMultipart = (reason: string, cause?: unknown): Error => errors.E_BODY_MALFORMED({ reason }, { cause });

const compressed = (encoding: string): Error =>
  errors.E_UPLOAD_COMPRESSED({ encoding }, { headers: { 'Accept-Encoding': 'identity' } });

/**
 * Runs the bytes through koa-body, and formidable inside it, with a formidable plugin and a parser of ours. The plugin
 * formidable brings takes a body that was cut off for whole, sets no limit to the header of a part, spools before it checks
 * and leaves its files behind on most failures; its parser makes objects of each byte that could begin a boundary.
 */
const parse = async (source: Transform, write: (chunk: Buffer) => void): Promise<void> => {
  // Loaded for the first upload: it costs 150 ms that most processes never need.
  const { koaBody } = await import('koa-body');
  const middleware = koaBody({
    multipart: true,
    json: false,
    urlencoded: false,
    text: false,
    formidable: {
      enabledPlugins: [
        (form: EventEmitter) => {
          const parser = Object.assign(new EventEmitter(), { write, end: () => form.emit('end') });
          Object.assign(form, { type: 'multipart', _parser: parser });
        },
      ],
    },
  });
  // The four members of a Koa context that koa-body touches here.
  const ctx: unknown = { method: 'POST', req: source, request: {}, is: () => true };
  try {
    await middleware(ctx as Parameters<typeof middleware>[0], async () => undefined);
  } catch (cause) {
    throw notMultipart('it is not multipart', cause);
  }
};

/**
 * Reads a multipart body: fields nested by brackets, files spooled until `dispose()`. Whatever goes wrong destroys
 * `source` with the error, which is the one way a failure takes; the spool is empty again before the promise rejects.
 */
export const readMultipart = async (
  req: IncomingMessage,
  boundary: string,
  config: HttpConfig,
  signal: AbortSignal | null,
): Promise<ReadBody> => {
  const { upload, params_limit } = config;
  const limit: BodyLimit = { bytes: upload.limit, setting: 'upload.limit' };
  const coding = contentCoding(req);
  if (coding !== null && !upload.compressed) throw compressed(coding);
  // formidable reads the headers of what it is given.
  const source = Object.assign(coding === null ? new PassThrough() : decompressor(coding), { headers: req.headers });
  const fail = (error: unknown): void => void source.destroy(error instanceof FrameworkError ? error : corrupt(error));
  const failure = new Promise<never>((_resolve, reject) => source.once('error', reject));
  const spool = new Spool(upload.directory, fail);
  const form = new MultipartForm(boundary, upload, spool, source);
  let size = 0;
  const write = (chunk: Buffer): void => {
    if (source.destroyed) return;
    size += chunk.length;
    // The tap counts what was sent; this is what became of it.
    const most = decompressionLimit(tap.received, limit, config.decompression);
    if (coding !== null && size > most.bytes) return fail(most.exceeded());
    try {
      form.write(chunk);
    } catch (error) {
      fail(error);
    }
  };
  const tap = new BodyTap(req, limit, config, signal, {
    data: (chunk) => {
      if (!source.write(chunk)) tap.pause();
    },
    end: () => source.end(),
    fail,
  });
  source.on('drain', () => tap.resume());
  try {
    tap.open();
    await Promise.race([failure, parse(source, write)]);
    if (!form.complete) throw notMultipart('it ends before its closing boundary');
    await spool.written();
    const fields = nestParams(form.parts, { count: upload.fields + upload.files, depth: params_limit.depth });
    return { value: fields, fields, files: form.files, dispose: () => spool.dispose() };
  } catch (error) {
    tap.stop();
    await spool.dispose();
    throw error instanceof FrameworkError ? error : corrupt(error);
  }
};
