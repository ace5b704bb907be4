import { brotliCompressSync, constants, gzipSync } from 'node:zlib';

/**
 * What the content of a part may resemble, as a boundary and a text that is repeated. `letters` are what all others are
 * compared with.
 * @type {Readonly<Record<string, { readonly boundary: string, readonly unit: string, readonly first?: string }>>}
 */
export const fillings = {
  letters: { boundary: 'B', unit: 'x' },
  CR: { boundary: 'B', unit: '\r' },
  LF: { boundary: 'B', unit: '\n' },
  CRLF: { boundary: 'B', unit: '\r\n' },
  'CRLF, dash': { boundary: 'B', unit: '\r\n-' },
  'CRLF, two dashes': { boundary: 'B', unit: '\r\n--' },
  'letter, CR': { boundary: 'B', unit: 'x\r' },
  'a delimiter and a letter': { boundary: 'B', unit: '\r\n--Bx' },
  'a delimiter and CR': { boundary: 'B', unit: '\r\n--B\r' },
  'a delimiter and a dash': { boundary: 'B', unit: '\r\n--B-' },
  'a delimiter without its last letter': { boundary: `${'-'.repeat(50)}B`, unit: `\r\n--${'-'.repeat(50)}` },
  'dashes, under a boundary of dashes': { boundary: '-'.repeat(70), unit: '-' },
  'headers of parts': { boundary: 'B', unit: 'Content-Disposition: form-data; name="a"\r\n\r\n' },
  NUL: { boundary: 'B', unit: '\0' },
  'letters of three bytes': { boundary: 'B', unit: '\u6728' },
  'letters behind a wide one': { boundary: 'B', unit: 'x', first: '\u0100' },
};

/** The header line of the one part, by kind. */
const dispositions = {
  field: 'Content-Disposition: form-data; name="f"',
  file: 'Content-Disposition: form-data; name="f"; filename="f"',
};

const codings = {
  plain: (/** @type {Buffer} */ bytes) => bytes,
  br: (/** @type {Buffer} */ bytes) =>
    brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 5, [constants.BROTLI_PARAM_LGWIN]: 22 } }),
  gzip: (/** @type {Buffer} */ bytes) => gzipSync(bytes),
};

/** @typedef {keyof typeof dispositions} Kind */
/** @typedef {keyof typeof codings} Coding */

export const kinds = /** @type {const} */ (['field', 'file']);
export const codingNames = /** @type {const} */ (['plain', 'br', 'gzip']);

/** Bytes as chunks of HTTP, so that the server meets them in exactly these pieces. */
const inChunks = (/** @type {Buffer} */ bytes, /** @type {number} */ size) => {
  const pieces = [];
  for (let at = 0; at < bytes.length; at += size) {
    const piece = bytes.subarray(at, at + size);
    pieces.push(Buffer.from(`${piece.length.toString(16)}\r\n`), piece, Buffer.from('\r\n'));
  }
  return Buffer.concat([...pieces, Buffer.from('0\r\n\r\n')]);
};

/**
 * A whole request of one part with so many bytes of a filling, as it goes over the wire.
 * @param {{ readonly filling: string, readonly kind: Kind, readonly coding: Coding, readonly size: number, readonly chunk: number }} what
 */
export const requestOf = ({ filling, kind, coding, size, chunk }) => {
  const { boundary, unit, first = '' } = fillings[filling] ?? { boundary: 'B', unit: filling };
  const content = Buffer.from(first + unit.repeat(Math.ceil(size / Buffer.byteLength(unit))));
  const body = Buffer.concat([
    Buffer.from(`--${boundary}\r\n${dispositions[kind]}\r\n\r\n`),
    content,
    Buffer.from(`\r\n--${boundary}--\r\n`),
  ]);
  const headers = [
    'POST / HTTP/1.1',
    'Host: bench',
    `Content-Type: multipart/form-data; boundary="${boundary}"`,
    'Transfer-Encoding: chunked',
    ...(coding === 'plain' ? [] : [`Content-Encoding: ${coding}`]),
    'Connection: close',
  ];
  return Buffer.concat([Buffer.from(`${headers.join('\r\n')}\r\n\r\n`), inChunks(codings[coding](body), chunk)]);
};
