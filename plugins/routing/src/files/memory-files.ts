import { Readable } from 'node:stream';
import type { FileBody } from '@taproot/core/internal';
import entityTag from 'etag';
import type { StaticFileSystem } from './static-options.ts';

/**
 * A file system in memory for `staticFS()`: strings (as UTF-8) and bytes by their paths, such as `css/site.css`. They are read
 * once, here. `modified` is the `Last-Modified` of all files; default: the time of the call.
 */
export const memoryFiles = (
  files: Readonly<Record<string, string | Uint8Array>>,
  modified: Date = new Date(),
): StaticFileSystem => {
  const bodies = new Map(Object.entries(files).map(([path, content]) => [path, memoryFile(content, modified)]));
  return { open: async (path) => bodies.get(path) ?? null };
};

const memoryFile = (content: string | Uint8Array, modified: Date): FileBody => {
  const bytes = Buffer.from(content);
  return {
    size: bytes.length,
    modified,
    etag: entityTag(bytes),
    open: ({ start, end } = { start: 0, end: bytes.length - 1 }) => Readable.from([bytes.subarray(start, end + 1)]),
  };
};
