import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { hasCode } from '@taproot/core';
import { errors } from '../errors.ts';
import type { JsonObject } from './json.ts';

/** The text of a document, the same for the same document. */
export const documentText = (document: JsonObject): string => `${JSON.stringify(document, null, 2)}\n`;

/** Writes a file whole or not at all: readers see the old one or the new one. Resolves to whether it differs from before. */
export const writeWhole = async (file: string, text: string): Promise<boolean> => {
  if ((await readText(file)) === text) return false;
  await mkdir(dirname(file), { recursive: true });
  const half = `${file}.${process.pid}.tmp`;
  try {
    await writeFile(half, text);
    await rename(half, file);
  } catch (error) {
    await rm(half, { force: true });
    throw error;
  }
  return true;
};

/** The text of a file; null when there is none. */
export const readText = async (file: string): Promise<string | null> => {
  try {
    return await readFile(file, 'utf8');
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return null;
    throw error;
  }
};

/** @throws E_API_UNREADABLE unless it is a JSON object. */
export const parseDocument = (file: string, text: string): JsonObject => {
  let parsed: unknown;
  try {
    parsed = JSON.parse(text);
  } catch (cause) {
    throw errors.E_API_UNREADABLE({ file, reason: 'it is not JSON' }, { cause });
  }
  if (typeof parsed !== 'object' || parsed === null || Array.isArray(parsed))
    throw errors.E_API_UNREADABLE({ file, reason: 'it is not an object' });
  return parsed as JsonObject;
};
