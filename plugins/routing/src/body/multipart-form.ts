import type { HttpConfig } from '../config.ts';
import { errors } from '../errors.ts';
import { decodeText } from './decode-text.ts';
import type { FormPart } from './parse-params.ts';
import { type PartHeader, PartHeaderReader } from './part-header.ts';
import type { Spool } from './spool.ts';
import { SpooledFile } from './spooled-file.ts';

/** What formidable's parser tells: an event, with the bytes it is about where there are any. */
export interface MultipartToken {
  readonly name: string;
  readonly buffer?: Buffer;
  readonly start?: number;
  readonly end?: number;
}

/** Where the bytes of one part go. */
interface Part {
  write(bytes: Buffer): void;
  end(): void;
}

/** What feeds the form: it waits while the disk is behind. */
export interface MultipartSource {
  pause(): unknown;
  resume(): unknown;
}

// An input of type file that was left empty arrives as a part without file name. A page may have more of them than files
// may come.
const noFile: Part = { write: () => undefined, end: () => undefined };

// After a header line without a colon formidable may end a part before it tells its bytes.
const outside: Part = {
  write: () => {
    throw errors.E_BODY_MALFORMED({ reason: 'bytes stand outside of its parts' });
  },
  end: () => undefined,
};

/** The form that a multipart body spells, gathered token by token; `take()` throws what is wrong with it. */
export class MultipartForm {
  /** Texts and files, in the order they came. */
  readonly parts: FormPart[] = [];
  readonly files: SpooledFile[] = [];
  /** Whether the closing boundary has come: formidable takes a body cut off before it for whole. */
  complete = false;
  readonly #limits: HttpConfig['upload'];
  readonly #spool: Spool;
  readonly #source: MultipartSource;
  #header = new PartHeaderReader();
  #part: Part = outside;
  #fieldCount = 0;
  #fileCount = 0;

  constructor(limits: HttpConfig['upload'], spool: Spool, source: MultipartSource) {
    this.#limits = limits;
    this.#spool = spool;
    this.#source = source;
  }

  take({ name, buffer, start, end }: MultipartToken): void {
    const bytes = buffer?.subarray(start, end);
    if (name === 'partBegin') this.#header = new PartHeaderReader();
    else if (name === 'headerEnd') this.#header.endLine();
    else if (name === 'headersEnd') this.#part = this.#open(this.#header.finish());
    else if (name === 'partEnd') this.#endPart();
    else if (name === 'end') this.complete = true;
    else if (bytes === undefined) return;
    else if (name === 'headerField') this.#header.field(bytes);
    else if (name === 'headerValue') this.#header.value(bytes);
    else if (name === 'partData') this.#part.write(bytes);
  }

  #endPart(): void {
    this.#part.end();
    this.#part = outside;
  }

  #open(header: PartHeader): Part {
    const { name_limit, files, fields } = this.#limits;
    this.#refuseOver(Buffer.byteLength(header.name), name_limit, 'bytes in the name of a field', 'name_limit');
    if (header.filename === null || header.filename === '') {
      this.#refuseOver(++this.#fieldCount, fields, 'fields', 'fields');
      return header.filename === null ? this.#textPart(header) : noFile;
    }
    this.#refuseOver(++this.#fileCount, files, 'files', 'files');
    return this.#filePart(header, header.filename);
  }

  #textPart({ name }: PartHeader): Part {
    const chunks: Buffer[] = [];
    let size = 0;
    return {
      write: (bytes) => {
        size += bytes.length;
        this.#refuseOver(size, this.#limits.field_limit, 'bytes in one field', 'field_limit');
        chunks.push(bytes);
      },
      end: () => void this.parts.push([name, decodeText(Buffer.concat(chunks))]),
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
        // A stream that ends while it is full never drains.
        stream.end(resume);
        const file = new SpooledFile({ field, name, type, path, size });
        this.files.push(file);
        this.parts.push([field, file]);
      },
    };
  }

  #refuseOver(value: number, limit: number, what: string, setting: keyof HttpConfig['upload']): void {
    if (value > limit) throw errors.E_UPLOAD_LIMIT({ limit, what, setting });
  }
}
