import type { Readable, Writable } from 'node:stream';

/** Where a command reads and writes. Without `stdin`, the input is empty. */
export interface Streams {
  /** Where output goes. */
  readonly stdout: Writable;
  /** Where errors go. */
  readonly stderr: Writable;
  /** The input of a command. Default: none. */
  readonly stdin?: Readable;
}
