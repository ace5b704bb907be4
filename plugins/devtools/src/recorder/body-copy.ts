/** The longest body that is kept, in bytes. */
export const longestBody = 64 * 1024;

/** Copies a body while it is read or sent. For a body that is too long, it keeps only the length. */
export class BodyCopy {
  #chunks: Buffer[] = [];
  /** Number of bytes so far. */
  size = 0;

  add(chunk: unknown, encoding?: unknown): void {
    const bytes = bytesOf(chunk, encoding);
    if (bytes === null) return;
    this.size += bytes.byteLength;
    // Makes a copy, because the sender may use its memory again.
    if (this.size <= longestBody) this.#chunks.push(Buffer.from(bytes));
    else this.#chunks = [];
  }

  /** The whole body; null if it was too long to be kept. */
  get bytes(): Buffer | null {
    return this.size > longestBody ? null : Buffer.concat(this.#chunks);
  }

  /** Size of the copy in bytes. */
  get kept(): number {
    return this.size > longestBody ? 0 : this.size;
  }
}

const bytesOf = (chunk: unknown, encoding: unknown): Uint8Array | null => {
  if (chunk instanceof Uint8Array) return chunk;
  if (typeof chunk !== 'string') return null;
  return Buffer.from(chunk, typeof encoding === 'string' && Buffer.isEncoding(encoding) ? encoding : 'utf8');
};
