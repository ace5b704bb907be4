import { Readable } from 'node:stream';
import type { FileBody } from '@taproot/core/internal';
import entityTag from 'etag';

/** Files from anywhere: memory, an archive, a bucket. */
export interface StaticFileSystem {
  /**
   * The file at a path such as `css/site.css`, or null. Errors with Node's codes get the same response as errors of a disk: `ENOENT` 404,
   * `EACCES` 403, `EMFILE` 503.
   */
  open(path: string): Promise<FileBody | null>;
}

/**
 * A file system in memory for `staticFS()`: strings (as UTF-8) and bytes by their paths, such as `css/site.css`. It reads them once, in
 * this call. `modified` is the `Last-Modified` of all files; default: the time of the call.
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
