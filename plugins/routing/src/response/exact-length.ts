import { pipeline, type Readable, Transform } from 'node:stream';
import { errors } from '../errors.ts';

const ignore = (): void => undefined;

/**
 * A stream that fails if it gives more or fewer bytes than its response says. The client would take extra bytes for the
 * next response, and would wait for missing ones.
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
