import { randomBytes } from 'node:crypto';

let last = 0;
let counter = 0;

/** A UUID of version 7 (RFC 9562). Ids of one process sort by the order in which they were made, also when the clock goes back. */
export const jobId = (now = Date.now()): string => {
  if (now > last) {
    last = now;
    counter = 0;
  } else if (++counter > 0xfff) {
    last++;
    counter = 0;
  }
  const time = last.toString(16).padStart(12, '0');
  const count = counter.toString(16).padStart(3, '0');
  const bytes = randomBytes(8);
  bytes[0] = ((bytes[0] ?? 0) & 0x3f) | 0x80;
  const random = bytes.toString('hex');
  return `${time.slice(0, 8)}-${time.slice(8)}-7${count}-${random.slice(0, 4)}-${random.slice(4)}`;
};
