import type { UploadedFile } from '@taproot/core';

/** Decides whether a text, or the bytes of a file, have an encoding. */
export interface TextEncoding {
  text(text: string): boolean;
  file(file: UploadedFile): Promise<boolean>;
}

const isAscii = (bytes: Uint8Array): boolean => bytes.every((byte) => byte < 0x80);

const ascii: TextEncoding = {
  text: (text) => /^[\u0000-\u007f]*$/.test(text),
  async file(file) {
    for await (const chunk of file.stream()) if (!isAscii(chunk as Uint8Array)) return false;
    return true;
  },
};

const utf8: TextEncoding = {
  text: (text) => text.isWellFormed(),
  async file(file) {
    const decoder = new TextDecoder('utf-8', { fatal: true });
    const takes = (chunk?: Uint8Array): boolean => {
      try {
        decoder.decode(chunk, { stream: chunk !== undefined });
        return true;
      } catch {
        return false;
      }
    };
    for await (const chunk of file.stream()) if (!takes(chunk as Uint8Array)) return false;
    return takes();
  },
};

/** Encodings by their names in lower case. */
export const encodings: ReadonlyMap<string, TextEncoding> = new Map([
  ['utf-8', utf8],
  ['utf8', utf8],
  ['ascii', ascii],
  ['us-ascii', ascii],
]);
