import type { UploadedFile } from '@taproot/core';
import { isMap } from './is-map.ts';

/** Whether a value of the input is an uploaded file: parsed input holds no other instances. */
export const isFile = (value: unknown): value is UploadedFile =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && !isMap(value);
