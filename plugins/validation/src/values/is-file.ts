import type { UploadedFile } from '@taproot/core';

/** Whether a value is an uploaded file, whoever made it. */
export const isFile = (value: unknown): value is UploadedFile =>
  typeof value === 'object' &&
  value !== null &&
  typeof (value as Partial<UploadedFile>).clientName === 'function' &&
  typeof (value as Partial<UploadedFile>).size === 'number';

/** The files of a value: one file is a list of one; null when anything in it is no file, or the list is empty. */
export const filesOf = (value: unknown): readonly UploadedFile[] | null => {
  if (isFile(value)) return [value];
  return Array.isArray(value) && value.length > 0 && value.every(isFile) ? value : null;
};
