import { errors } from '../errors.ts';
import { headerParameters, isUtf8Charset, parseMediaType } from './media-type.ts';
import { decodeText } from './parse-json.ts';

/** The content of the header of one part (RFC 7578 4). */
export interface PartHeader {
  readonly name: string;
  /** The client's file name; null for a text field. Empty for an empty file input. */
  readonly filename: string | null;
  /** Media type without parameters. */
  readonly type: string;
  /** Whether the part says by its media type that it is a file. */
  readonly isBinary: boolean;
}

const malformed = (reason: string): Error => errors.E_BODY_MALFORMED({ reason });

/** The longest header of a part in bytes: enough for a file name of 4 KiB. */
const limit = 8 * 1024;

/** The most lines in the header of a part. Clients send two or three, and each line costs more than its letters. */
const lineLimit = 20;

const headerLine = /^([A-Za-z-]+):([^\r]*)$/;

const headerEnd = Buffer.from('\r\n\r\n');

// Restores quotes and line breaks, which browsers escape within a name (WHATWG HTML, multipart form data).
const unescape = (text: string): string =>
  text
    .replaceAll('%22', '"')
    .replaceAll('%0A', '\n')
    .replaceAll('%0a', '\n')
    .replaceAll('%0D', '\r')
    .replaceAll('%0d', '\r');

const readLines = (text: string): ReadonlyMap<string, string> => {
  const values = new Map<string, string>();
  const lines = text === '' ? [] : text.split('\r\n', lineLimit + 1);
  if (lines.length > lineLimit) throw malformed(`a part has more than ${lineLimit} headers`);
  for (const line of lines) {
    const [, name, value = ''] = headerLine.exec(line) ?? [];
    if (name === undefined) throw malformed('a header of a part is none');
    const key = name.toLowerCase();
    if (values.has(key)) throw malformed(`a part has two ${key} headers`);
    values.set(key, value.replace(/^ +/, ''));
  }
  return values;
};

// RFC 7578 4.7 retired this header. No client sends it. Programs that decode it would see other bytes than programs that do not.
const refuseTransferEncoding = (encoding: string | undefined): void => {
  if (encoding !== undefined && !/^(?:7bit|8bit|binary)$/i.test(encoding.trim()))
    throw errors.E_BODY_ENCODING({ encoding: JSON.stringify(encoding.slice(0, 40)) });
};

const contentType = (header: string | undefined): string => {
  const media = header === undefined ? null : parseMediaType(header);
  if (media === null) return 'application/octet-stream';
  const charset = media.parameters.get('charset');
  if (media.type === 'text/plain' && !isUtf8Charset(charset))
    throw errors.E_BODY_CHARSET({ charset: JSON.stringify(charset?.slice(0, 40)) });
  return media.type;
};

const readHeader = (text: string): PartHeader => {
  const lines = readLines(text);
  refuseTransferEncoding(lines.get('content-transfer-encoding'));
  const disposition = lines.get('content-disposition') ?? '';
  const [kind = ''] = /^form-data/i.exec(disposition) ?? [];
  const parameters = headerParameters(disposition, kind.length);
  const name = parameters?.get('name') ?? '';
  if (parameters === null || kind === '' || name === '') throw malformed('a part has no name');
  const filename = parameters.get('filename');
  const written = lines.get('content-type');
  const type = contentType(written);
  return {
    name: unescape(name),
    filename: filename === undefined ? null : unescape(filename),
    type,
    isBinary: written !== undefined && type === 'application/octet-stream',
  };
};

/** Collects the headers of parts, one after another, from chunks of any size. */
export class PartHeaderReader {
  readonly #bytes = Buffer.allocUnsafe(limit);
  #size = 0;
  /** How many bytes of the two final line breaks were just read. It begins with 2, because a header begins after a line break. */
  #matched = 2;

  /** Takes the bytes of a header in `chunk` from `at` on. Returns the end of the header, or -1 when the chunk ends first. */
  take(chunk: Buffer, at: number): number {
    const end = Math.min(chunk.length, at + limit - this.#size);
    let matched = this.#matched;
    let index = at;
    for (; index < end && matched < headerEnd.length; index++)
      matched = chunk[index] === headerEnd[matched] ? matched + 1 : chunk[index] === headerEnd[0] ? 1 : 0;
    this.#size += chunk.copy(this.#bytes, this.#size, at, index);
    this.#matched = matched;
    if (matched === headerEnd.length) return index;
    if (index < chunk.length) throw malformed(`the header of a part is longer than ${limit} bytes`);
    return -1;
  }

  /** Returns the content of the completed header, and makes room for the next one. */
  finish(): PartHeader {
    const text = decodeText(this.#bytes.subarray(0, Math.max(0, this.#size - headerEnd.length)));
    this.#size = 0;
    this.#matched = 2;
    return readHeader(text);
  }
}
