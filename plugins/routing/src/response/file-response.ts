import { extname } from 'node:path';
import type { Response } from '@taproot/core';
import type { FileBody } from '@taproot/core/internal';
import contentDisposition from 'content-disposition';
import { mimeTypes } from '../lazy-packages.ts';
import { DiskFile } from './disk-file.ts';
import type { ByteRange } from './disk-stream.ts';
import { HeaderBag } from './header-bag.ts';
import { checkPreconditions, type FileRequest, lastModified } from './preconditions.ts';
import { selectRange } from './select-range.ts';

// Line breaks and other controls, and marks that change the direction of writing, which could make "gpj.exe" look like "exe.jpg".
// oxlint-disable-next-line no-control-regex -- control characters are what is looked for
const unprintable = /[\u0000-\u001F\u007F-\u009F\u200E\u200F\u202A-\u202E\u2066-\u2069]/g;

/** The safe base name of any name, for both kinds of slashes; `download` when nothing is left. */
const safeFileName = (name: string): string => {
  const base = name.split(/[\\/]/).at(-1) ?? '';
  // Converts through UTF-8 to replace unpaired surrogates.
  const clean = Buffer.from(base.replaceAll(unprintable, '').slice(0, 255)).toString().trim();
  return clean === '' || clean === '.' || clean === '..' ? 'download' : clean;
};

/** `Content-Disposition` (RFC 6266) of a download under `name`, which may come from a client. */
export const attachment = (name: string): string => contentDisposition(safeFileName(name), { type: 'attachment' });

/** How to send a file. */
export interface FileOptions {
  /** Name whose extension decides the content type; the path of a file on disk, or `download`, when left out. */
  name?: string;
  /** Sends the file as a download under this name. */
  download?: string;
  /** `Cache-Control`, unless the response has one. */
  cacheControl?: string;
}

// Headers that a reply with another body must not keep.
const told = [
  'ETag',
  'Last-Modified',
  'Accept-Ranges',
  'Cache-Control',
  'Content-Type',
  'Content-Disposition',
  'Content-Range',
  'Content-Length',
];

/**
 * Makes `response` send a file: the whole file, a part of it, or only headers (200, 206, 304, 412, 416). Opens the file, or closes it if no
 * bytes are sent.
 */
export const applyFile = (
  response: Response,
  file: FileBody,
  request: FileRequest,
  options: FileOptions = {},
): Response => {
  const bag = bagOf(response);
  const absent = bag === null ? [] : told.filter((name) => bag.get(name) === undefined);
  try {
    response.body = null;
    return answer(response, file, request, options);
  } finally {
    // Headers that the handler sets itself win, before or after this call.
    bag?.tellsOfBody(absent);
    // An open file belongs to its stream now.
    if (response.body === null && file instanceof DiskFile) file.close();
  }
};

/** The headers of a response; null if other code made the response. */
const bagOf = (response: Response): HeaderBag | null =>
  'bag' in response && response.bag instanceof HeaderBag ? response.bag : null;

const answer = (response: Response, file: FileBody, request: FileRequest, options: FileOptions): Response => {
  response.setHeader('ETag', file.etag);
  response.setHeader('Last-Modified', lastModified(file.modified));
  response.setHeader('Accept-Ranges', 'bytes');
  response.setHeader('X-Content-Type-Options', 'nosniff');
  response.status = checkPreconditions(file, request);
  if (response.status === 412) return response;
  const range = response.status === 304 ? null : selectRange(file, request);
  if (range === 'unsatisfiable') return refuseRange(response, file.size);
  if (options.cacheControl !== undefined) setDefault(response, 'Cache-Control', options.cacheControl);
  if (response.status === 304) return response;
  describe(response, file, options);
  return send(response, file, range, request.method === 'HEAD');
};

const refuseRange = (response: Response, size: number): Response => {
  response.status = 416;
  return response.setHeader('Content-Range', `bytes */${size}`);
};

const describe = (response: Response, file: FileBody, options: FileOptions): void => {
  const name = options.name ?? (file instanceof DiskFile ? file.path : (options.download ?? ''));
  setDefault(response, 'Content-Type', mimeTypes().contentType(extname(name) || '.') || 'application/octet-stream');
  if (options.download !== undefined) response.setHeader('Content-Disposition', attachment(options.download));
};

const send = (response: Response, file: FileBody, range: ByteRange | null, headersOnly: boolean): Response => {
  if (range === null) {
    response.setHeader('Content-Length', file.size);
  } else {
    response.status = 206;
    response.setHeader('Content-Range', `bytes ${range.start}-${range.end}/${file.size}`);
    response.setHeader('Content-Length', range.end - range.start + 1);
  }
  if (!headersOnly) response.body = range === null ? file.open() : file.open(range);
  return response;
};

const setDefault = (response: Response, name: string, value: string): void => {
  if (response.header(name) === undefined) response.setHeader(name, value);
};
