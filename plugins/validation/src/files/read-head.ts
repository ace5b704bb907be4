import type { UploadedFile } from '@taproot/core';

/** The first bytes of an uploaded file, at most `length`; the rest is not read. */
export const readHead = async (file: UploadedFile, length: number): Promise<Buffer> => {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of file.stream()) {
    const buffer = Buffer.from(chunk as Uint8Array);
    chunks.push(buffer);
    bytes += buffer.length;
    // Leaving the loop closes the stream.
    if (bytes >= length) break;
  }
  return Buffer.concat(chunks).subarray(0, length);
};
