/** Bytes of a block; slices of a quarter of that are passed on as they are. */
const blockSize = 16 * 1024;

/**
 * Joins small slices into blocks, so that neither a list of them nor a write for each is needed, however small the chunks
 * are in which a client sends its body.
 */
export class SliceJoiner {
  #block: Buffer = Buffer.alloc(0);
  #from = 0;
  #to = 0;

  /** Takes the next bytes; `write` receives what is complete: these bytes, or those that waited before them. */
  take(bytes: Buffer, write: (bytes: Buffer) => void): void {
    if (bytes.length >= blockSize / 4) {
      this.flush(write);
      return write(bytes);
    }
    if (this.#to + bytes.length > this.#block.length) {
      this.flush(write);
      this.#block = Buffer.allocUnsafeSlow(blockSize);
      this.#from = 0;
      this.#to = 0;
    }
    this.#to += bytes.copy(this.#block, this.#to);
  }

  /** Hands on what waits. The block is never written twice, so `write` may keep what it receives. */
  flush(write: (bytes: Buffer) => void): void {
    if (this.#from === this.#to) return;
    const bytes = this.#block.subarray(this.#from, this.#to);
    this.#from = this.#to;
    write(bytes);
  }
}
