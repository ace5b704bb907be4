import { errors } from '../errors.ts';
import type { JsonObject } from '../json.ts';

/** The text of a document. Equal documents have the same text. */
export const documentText = (document: JsonObject): string => `${JSON.stringify(document, null, 2)}\n`;

/** @throws E_OPENAPI_UNREADABLE if the text is not a JSON object. */
export const parseDocument = (file: string, text: string): JsonObject => {
  let parsed: unknown;
  try {
    parsed = JSON.parse(text);
  } catch (cause) {
    throw errors.E_OPENAPI_UNREADABLE({ file, reason: 'it is not JSON' }, { cause });
  }
  if (typeof parsed !== 'object' || parsed === null || Array.isArray(parsed))
    throw errors.E_OPENAPI_UNREADABLE({ file, reason: 'it is not an object' });
  return parsed as JsonObject;
};
