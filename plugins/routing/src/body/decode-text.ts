import { errors } from '../errors.ts';

const utf8 = new TextDecoder('utf-8', { fatal: true });

/** The bytes as text, without a byte order mark. What is not UTF-8 is refused: a replacement character hides what was sent. */
export const decodeText = (bytes: Uint8Array): string => {
  try {
    return utf8.decode(bytes);
  } catch (cause) {
    throw errors.E_BODY_MALFORMED({ reason: 'it is not UTF-8' }, { cause });
  }
};
