/** Bytes of a body that are kept. */
export const longestBody = 64 * 1024;

/** Copies a body while it passes by. Of a body that is too long, only the length is kept. */
export class BodyCopy {
  #chunks: Buffer[] = [];
  /** Bytes that have passed by. */
  size = 0;

  add(chunk: unknown, encoding?: unknown): void {
    const bytes = bytesOf(chunk, encoding);
    if (bytes === null) return;
    this.size += bytes.byteLength;
    // Copied: the sender may use its memory again.
    if (this.size <= longestBody) this.#chunks.push(Buffer.from(bytes));
    else this.#chunks = [];
  }

  /** The whole body; null if it was too long to be kept. */
  get bytes(): Buffer | null {
    return this.size > longestBody ? null : Buffer.concat(this.#chunks);
  }

  /** Bytes of memory that the copy takes. */
  get kept(): number {
    return this.size > longestBody ? 0 : this.size;
  }
}

const bytesOf = (chunk: unknown, encoding: unknown): Uint8Array | null => {
  if (chunk instanceof Uint8Array) return chunk;
  if (typeof chunk !== 'string') return null;
  return Buffer.from(chunk, typeof encoding === 'string' && Buffer.isEncoding(encoding) ? encoding : 'utf8');
};
