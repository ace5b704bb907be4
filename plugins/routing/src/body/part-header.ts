import { errors } from '../errors.ts';
import { headerParameters, isUtf8Charset, parseMediaType } from './media-type.ts';
import { decodeText } from './parse-json.ts';

/** The content of the header of one part (RFC 7578 4). */
export interface PartHeader {
  readonly name: string;
  /** The client's file name; null for a text field. Empty when a file input was left empty. */
  readonly filename: string | null;
  /** Media type without parameters. */
  readonly type: string;
  /** Whether the part says by its media type that it is a file. */
  readonly isBinary: boolean;
}

const malformed = (reason: string): Error => errors.E_BODY_MALFORMED({ reason });

/** Bytes of one part's header: room for a file name of 4 KiB. */
const limit = 8 * 1024;

/** Lines of one part's header. Clients send two or three; each line costs more than its letters. */
const lineLimit = 20;

const headerLine = /^([A-Za-z-]+):([^\r]*)$/;

const headerEnd = Buffer.from('\r\n\r\n');

// How browsers write a quote and line breaks within a name (WHATWG HTML, multipart form data).
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

// RFC 7578 4.7 retired this header. No client sends it, and readers that decode it see other bytes than readers that do not.
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

/** Gathers the headers of parts, one after another, from chunks of any size. */
export class PartHeaderReader {
  readonly #bytes = Buffer.allocUnsafe(limit);
  #size = 0;
  /** How many bytes of the two line breaks that end a header were just read. A header begins behind one. */
  #matched = 2;

  /** Takes the bytes of a header in `chunk` from `at` on. Returns where the header ends, -1 when the chunk ends first. */
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

  /** The content of the header that was just completed. The next header may begin then. */
  finish(): PartHeader {
    const text = decodeText(this.#bytes.subarray(0, Math.max(0, this.#size - headerEnd.length)));
    this.#size = 0;
    this.#matched = 2;
    return readHeader(text);
  }
}
