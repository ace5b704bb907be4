import type { HttpSettings } from '../config.ts';
import { errors } from '../errors.ts';
import { BoundarySearch } from './boundary-search.ts';
import { decodeText, parseJson } from './parse-json.ts';
import { type FormPart, JsonPart } from './parse-params.ts';
import { type PartHeader, PartHeaderReader } from './part-header.ts';
import { SliceJoiner } from './read-bytes.ts';
import type { Spool } from './spool.ts';
import { SpooledFile } from './spooled-file.ts';

/** Receives the bytes of one part. */
interface Part {
  write(bytes: Buffer): void;
  end(): void;
}

/** The source of the form's bytes. It can wait for a slower disk. */
export interface MultipartSource {
  pause(): unknown;
  resume(): unknown;
}

// An empty file input arrives as a part without a file name. It does not count as a file, because a page may have many of them.
const noFile: Part = { write: () => undefined, end: () => undefined };

/** The form in a multipart body, read chunk by chunk. `write()` throws for a malformed body. */
export class MultipartForm {
  /** Fields and files in the order of the body. */
  readonly parts: FormPart[] = [];
  readonly files: SpooledFile[] = [];
  readonly #limits: HttpSettings['upload'];
  /** How deeply JSON may be nested. */
  readonly #depth: number;
  readonly #spool: Spool;
  readonly #source: MultipartSource;
  readonly #boundary: BoundarySearch;
  readonly #header = new PartHeaderReader();
  readonly #joiner = new SliceJoiner();
  /** Drops text before the first part. */
  #part: Part = noFile;
  #inHeader = false;
  #fieldCount = 0;
  #fileCount = 0;

  constructor(
    boundary: string,
    { upload: limits, max_json_depth: depth }: Pick<HttpSettings, 'upload' | 'max_json_depth'>,
    spool: Spool,
    source: MultipartSource,
  ) {
    this.#boundary = new BoundarySearch(boundary);
    this.#limits = limits;
    this.#depth = depth;
    this.#spool = spool;
    this.#source = source;
  }

  /** Whether the closing boundary has arrived. */
  get complete(): boolean {
    return this.#boundary.ended;
  }

  /** Takes the next bytes of the body. Bytes after the closing boundary are dropped. */
  write(chunk: Buffer): void {
    let at = 0;
    while (at !== -1 && at < chunk.length && !this.complete)
      at = this.#inHeader ? this.#readHeader(chunk, at) : this.#readContent(chunk, at);
  }

  #readHeader(chunk: Buffer, at: number): number {
    const end = this.#header.take(chunk, at);
    if (end === -1) return -1;
    this.#part = this.#open(this.#header.finish());
    this.#inHeader = false;
    return end;
  }

  #readContent(chunk: Buffer, at: number): number {
    const end = this.#boundary.next(chunk, at, this.#content);
    if (end === -1) return -1;
    this.#joiner.flush(this.#write);
    this.#part.end();
    this.#inHeader = true;
    return end;
  }

  readonly #content = (bytes: Buffer): void => this.#joiner.take(bytes, this.#write);

  readonly #write = (bytes: Buffer): void => this.#part.write(bytes);

  #open(header: PartHeader): Part {
    const { max_name, max_files, max_fields } = this.#limits;
    this.#refuseOver(Buffer.byteLength(header.name), max_name, 'max_name');
    if (header.filename === null || header.filename === '') {
      this.#refuseOver(++this.#fieldCount, max_fields, 'max_fields');
      return header.filename === null ? this.#textPart(header) : noFile;
    }
    this.#refuseOver(++this.#fileCount, max_files, 'max_files');
    return this.#filePart(header, header.filename);
  }

  #textPart({ name, type, isBinary }: PartHeader): Part {
    const blocks: Buffer[] = [];
    let size = 0;
    return {
      write: (bytes) => {
        size += bytes.length;
        this.#refuseOver(size, this.#limits.max_field, 'max_field');
        blocks.push(bytes);
      },
      end: () => {
        // Node's FormData writes an empty file input as a part without a file name, but with the type of a file.
        if (size === 0 && isBinary) return;
        const text = decodeText(Buffer.concat(blocks));
        // OpenAPI writes objects as parts of JSON.
        this.parts.push([name, type === 'application/json' ? new JsonPart(parseJson(text, this.#depth)) : text]);
      },
    };
  }

  #filePart({ name: field, type }: PartHeader, name: string): Part {
    const { path, stream } = this.#spool.open();
    const resume = (): void => void this.#source.resume();
    stream.on('drain', resume);
    let size = 0;
    return {
      write: (bytes) => {
        size += bytes.length;
        if (!stream.write(bytes)) this.#source.pause();
      },
      end: () => {
        // A full stream that ends emits no `drain`, so resume here.
        stream.end(resume);
        const file = new SpooledFile({ field, name, type, path, size });
        this.files.push(file);
        this.parts.push([field, file]);
      },
    };
  }

  #refuseOver(value: number, limit: number, setting: keyof HttpSettings['upload']): void {
    if (value > limit) throw errors.E_UPLOAD_LIMIT({ limit, setting });
  }
}
