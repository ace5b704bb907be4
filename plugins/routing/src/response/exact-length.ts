import { pipeline, type Readable, Transform } from 'node:stream';
import { errors } from '../errors.ts';

const ignore = (): void => undefined;

/**
 * A stream that fails where it gives more or less than its reply says: a client would take what is too much for the next
 * reply, and wait for what is missing.
 */
export const exactLength = (stream: Readable, bytes: number): Readable => {
  let left = bytes;
  const fault = () => errors.E_STREAM_LENGTH({ bytes });
  const counted = new Transform({
    transform(chunk: Buffer, _encoding, pass) {
      left -= chunk.length;
      pass(left < 0 ? fault() : null, chunk);
    },
    flush(pass) {
      pass(left === 0 ? null : fault());
    },
  });
  // A failure passes on to the reader.
  pipeline(stream, counted, ignore);
  return counted;
};
