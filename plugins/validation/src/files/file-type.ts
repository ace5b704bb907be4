import type { UploadedFile } from '@taproot/core';
import { readHead } from './read-head.ts';
import type { FileType } from './text-type.ts';
import { textType } from './text-type.ts';

const headLength = 64 * 1024;

/** The type of an uploaded file by its content. It ignores the type that the client claims. */
export const fileType = async (file: UploadedFile): Promise<FileType> => {
  const [mime, extension] = await Promise.all([file.mimeType(), file.extension()]);
  if (mime !== 'text/plain') return { mimes: [mime], extensions: [extension] };
  const head = await readHead(file, headLength);
  return textType(head.toString('utf8'), file.size <= headLength);
};

const sameExtension: Readonly<Record<string, string>> = {
  jpeg: 'jpg',
  jpe: 'jpg',
  tiff: 'tif',
  htm: 'html',
  text: 'txt',
  mpga: 'mp3',
};

const sameMime: Readonly<Record<string, string>> = {
  'image/jpg': 'image/jpeg',
  'image/pjpeg': 'image/jpeg',
  'image/vnd.microsoft.icon': 'image/x-icon',
  'text/xml': 'application/xml',
  'application/x-zip-compressed': 'application/zip',
  'application/x-gzip': 'application/gzip',
  'application/x-pdf': 'application/pdf',
  'application/x-rar-compressed': 'application/vnd.rar',
  'audio/mp3': 'audio/mpeg',
  'audio/x-wav': 'audio/wav',
  'audio/x-m4a': 'audio/mp4',
};

/** An extension in its usual form: no dot, lower case, `jpg` for `jpeg`. */
export const usualExtension = (extension: string): string => {
  const plain = extension.trim().toLowerCase().replace(/^\./, '');
  return sameExtension[plain] ?? plain;
};

/** A media type in its usual form: lower case, no parameters. */
export const usualMime = (mime: string): string => {
  const [plain = ''] = mime.toLowerCase().split(';');
  return sameMime[plain.trim()] ?? plain.trim();
};
