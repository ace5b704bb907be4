import type { IncomingMessage } from 'node:http';
import type { Transform } from 'node:stream';
import type { HttpSettings } from '../config.ts';
import { errors } from '../errors.ts';
import type { ReadBody } from './body.ts';
import { type BodyLimit, type BodySink, BodyTap } from './body-tap.ts';
import { contentCoding, corrupt, decompressionLimit, decompressor } from './content-coding.ts';
import { MultipartForm } from './multipart-form.ts';
import { nestParams } from './parse-params.ts';
import { Spool } from './spool.ts';

const compressed = (encoding: string): Error =>
  errors.E_UPLOAD_COMPRESSED({ encoding }, { headers: { 'Accept-Encoding': 'identity' } });

const cutOff = (): Error => errors.E_BODY_MALFORMED({ reason: 'it ends before its closing boundary' });

/** Reads one multipart body from the request into a form and its files. */
class MultipartRead {
  readonly form: MultipartForm;
  readonly spool: Spool;
  readonly #config: HttpSettings;
  readonly #limit: BodyLimit;
  readonly #tap: BodyTap;
  /** Null for a body that is not compressed. */
  readonly #unpack: Transform | null;
  #unpacked = 0;
  #resolve = (): void => undefined;
  #reject = (_error: unknown): void => undefined;

  constructor(req: IncomingMessage, boundary: string, config: HttpSettings, signal: AbortSignal | null) {
    const { upload } = config;
    const coding = contentCoding(req);
    if (coding !== null && !upload.compressed) throw compressed(coding);
    this.#config = config;
    this.#limit = { bytes: upload.max_body, setting: 'upload.max_body' };
    this.#unpack = coding === null ? null : decompressor(coding);
    const sink = this.#unpack === null ? this.#sink() : this.#unpacking(this.#unpack);
    this.#tap = new BodyTap(req, this.#limit, config, signal, sink);
    this.spool = new Spool(upload.directory, this.#fail);
    this.form = new MultipartForm(boundary, config, this.spool, this.#unpack ?? this.#tap);
  }

  /** Resolves when the form is complete. Rejects with the first error, and then stops reading. */
  run(): Promise<void> {
    return new Promise((resolve, reject) => {
      this.#resolve = resolve;
      this.#reject = reject;
      this.#tap.open();
    });
  }

  #sink(): BodySink {
    return { data: this.#write, end: this.#end, fail: this.#fail };
  }

  #unpacking(unpack: Transform): BodySink {
    unpack
      .on('data', this.#writeUnpacked)
      .on('end', this.#end)
      .on('error', (error) => this.#fail(corrupt(error)))
      .on('drain', () => this.#tap.resume());
    return {
      data: (chunk) => {
        if (!unpack.write(chunk)) this.#tap.pause();
      },
      end: () => unpack.end(),
      fail: this.#fail,
    };
  }

  readonly #write = (chunk: Buffer): void => {
    try {
      this.form.write(chunk);
    } catch (error) {
      this.#fail(error);
    }
  };

  readonly #writeUnpacked = (chunk: Buffer): void => {
    this.#unpacked += chunk.length;
    // The tap counts the compressed bytes; this counts the decompressed ones.
    const most = decompressionLimit(this.#tap.received, this.#limit, this.#config.decompression);
    if (this.#unpacked > most.bytes) this.#fail(most.exceeded());
    else this.#write(chunk);
  };

  readonly #end = (): void => (this.form.complete ? this.#resolve() : this.#fail(cutOff()));

  readonly #fail = (error: unknown): void => {
    this.#tap.stop();
    this.#unpack?.destroy();
    this.#reject(error);
  };
}

/** Reads a multipart body: fields nested by brackets, files spooled until `dispose()`. Before it rejects, it removes all spooled files. */
export const readMultipart = async (
  req: IncomingMessage,
  boundary: string,
  config: HttpSettings,
  signal: AbortSignal | null,
): Promise<ReadBody> => {
  const { upload, max_params } = config;
  const read = new MultipartRead(req, boundary, config, signal);
  const { form, spool } = read;
  try {
    await read.run();
    await spool.written();
    const fields = nestParams(form.parts, { count: upload.max_fields + upload.max_files, depth: max_params.depth });
    return { value: fields, fields, files: form.files, dispose: () => spool.dispose() };
  } catch (error) {
    await spool.dispose();
    throw error;
  }
};
