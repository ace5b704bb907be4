import { errors } from '../errors.ts';
import { decodeText } from './decode-text.ts';
import { headerParameters } from './header-parameters.ts';
import { isUtf8Charset, parseMediaType } from './media-type.ts';

/** What the header of one part says (RFC 7578 4). */
export interface PartHeader {
  readonly name: string;
  /** The client's file name; null for a text field. Empty when a file input was left empty. */
  readonly filename: string | null;
  /** Media type without parameters. */
  readonly type: string;
}

const malformed = (reason: string): Error => errors.E_BODY_MALFORMED({ reason });

/** Bytes of one part's header: room for a file name of 4 KiB. */
const limit = 8 * 1024;

// How browsers write a quote and line breaks within a name (WHATWG HTML, multipart form data).
const unescape = (text: string): string =>
  text.replaceAll(/%(?:22|0A|0D)/gi, (escape) => String.fromCharCode(Number.parseInt(escape.slice(1), 16)));

/** Gathers the header lines of one part as they come from the parser, in pieces. */
export class PartHeaderReader {
  readonly #values = new Map<string, string>();
  readonly #pieces: Buffer[] = [];
  #name = '';
  #size = 0;

  field(piece: Buffer): void {
    this.#count(piece);
    this.#name += piece.toString('latin1').toLowerCase();
  }

  value(piece: Buffer): void {
    this.#count(piece);
    this.#pieces.push(Buffer.from(piece));
  }

  endLine(): void {
    if (this.#values.has(this.#name)) throw malformed(`a part has two ${this.#name} headers`);
    this.#values.set(this.#name, decodeText(Buffer.concat(this.#pieces)));
    this.#name = '';
    this.#pieces.length = 0;
  }

  finish(): PartHeader {
    this.#refuseTransferEncoding();
    const disposition = this.#values.get('content-disposition') ?? '';
    const [kind = ''] = /^form-data/i.exec(disposition) ?? [];
    const parameters = headerParameters(disposition, kind.length);
    const name = parameters?.get('name') ?? '';
    if (parameters === null || kind === '' || name === '') throw malformed('a part has no name');
    const filename = parameters.get('filename');
    return { name: unescape(name), filename: filename === undefined ? null : unescape(filename), type: this.#type() };
  }

  #type(): string {
    const header = this.#values.get('content-type');
    if (header === undefined) return 'application/octet-stream';
    const media = parseMediaType(header);
    if (media === null) return 'application/octet-stream';
    const charset = media.parameters.get('charset');
    if (media.type === 'text/plain' && !isUtf8Charset(charset))
      throw errors.E_BODY_CHARSET({ charset: JSON.stringify(charset?.slice(0, 40)) });
    return media.type;
  }

  // RFC 7578 4.7 retired it: nobody sends it, and whoever decodes it reads other bytes than whoever does not.
  #refuseTransferEncoding(): void {
    const encoding = this.#values.get('content-transfer-encoding');
    if (encoding !== undefined && !/^(?:7bit|8bit|binary)$/i.test(encoding.trim()))
      throw errors.E_BODY_ENCODING({ encoding: JSON.stringify(encoding.slice(0, 40)) });
  }

  #count(piece: Buffer): void {
    this.#size += piece.length;
    if (this.#size > limit) throw malformed(`the header of a part is longer than ${limit} bytes`);
  }
}
