import { errors } from '../errors.ts';

const LF = 10;
const CR = 13;
const DASH = 45;

/** How many bytes to check one by one, because that finds a near CR faster than a call does. */
const near = 32;

/** The index of the next CR from `from` on, or `last`. */
const nextReturn = (chunk: Buffer, from: number, last: number): number => {
  const end = Math.min(from + near, last);
  let index = from;
  while (index < end && chunk[index] !== CR) index += 1;
  if (index < end || end === last) return index;
  const found = chunk.indexOf(CR, end);
  return found === -1 ? last : found;
};

/**
 * Finds the delimiters of a multipart body (RFC 2046 5.1.1) in chunks of any size. It looks at each byte once and
 * passes on at most two slices of each chunk, so content that resembles a delimiter costs no more than letters. A
 * delimiter begins with CR and contains no other CR, so after a mismatch only the current byte can begin the next one.
 */
export class BoundarySearch {
  /** The delimiter, and room for the byte after it: CR before a part, a dash at the end of the body. */
  readonly #pattern: Buffer;
  /** How many bytes of the pattern the last bytes match. It begins with 2, because the beginning of the body counts as a line break. */
  #matched = 2;
  #inPreamble = true;
  /** Whether the delimiter that ends the body was found. */
  ended = false;

  constructor(boundary: string) {
    this.#pattern = Buffer.from(`\r\n--${boundary}\r`);
  }

  /**
   * Passes the bytes of `chunk` from `at` on to `content` until a delimiter is found. Returns the end of the delimiter, or -1
   * when the chunk ends first. Bytes that may begin a delimiter wait for the next chunk. `content` must not keep its slice,
   * because the memory is reused.
   */
  next(chunk: Buffer, at: number, content: (bytes: Buffer) => void): number {
    const pattern = this.#pattern;
    const behind = pattern.length - 1;
    const last = chunk.length - 1;
    let matched = this.#matched;
    // The part of the match from earlier chunks; empty after the first mismatch.
    let held = matched;
    for (let index = at; index <= last; index++) {
      // Most content has long stretches without a CR.
      if (matched === 0 && chunk[index] !== CR) index = nextReturn(chunk, index, last);
      const byte = chunk[index];
      if (matched < behind && byte === pattern[matched]) {
        matched += 1;
      } else if (matched === behind && (byte === CR || byte === DASH)) {
        pattern[behind] = byte;
        matched += 1;
      } else if (matched > behind && byte === (pattern[behind] === CR ? LF : DASH)) {
        if (held === 0) content(chunk.subarray(at, index - behind - 1));
        this.#found(byte === DASH);
        return index + 1;
      } else if (matched > 0) {
        if (this.#inPreamble && matched >= behind) throw errors.E_BODY_MALFORMED({ reason: 'it is not multipart' });
        if (held > 0) content(pattern.subarray(0, held));
        held = 0;
        matched = byte === CR ? 1 : 0;
      }
    }
    this.#matched = matched;
    if (held === 0) content(chunk.subarray(at, chunk.length - matched));
    return -1;
  }

  #found(last: boolean): void {
    this.#matched = 0;
    this.#inPreamble = false;
    this.ended = last;
  }
}
