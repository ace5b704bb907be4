import { maskFields } from '@taproot/routing/pages';
import type { BodyCopy } from '../recorder/body-copy.ts';

/** The fields of a form as an object. */
export const formFields = (text: string): Readonly<Record<string, string>> => {
  const fields: Record<string, string> = {};
  for (const [name, value] of new URLSearchParams(text)) fields[name] = value;
  return fields;
};

/** The members of a JSON or form body with secrets masked; null for any other body. */
export const maskedFields = (body: BodyCopy, type: string): Readonly<Record<string, unknown>> | null => {
  const { bytes } = body;
  if (bytes === null || bytes.length === 0 || !/json|x-www-form-urlencoded/i.test(type)) return null;
  try {
    const text = bytes.toString('utf8');
    const value: unknown = /json/i.test(type) ? JSON.parse(text) : formFields(text);
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return null;
    return maskFields(value) as Readonly<Record<string, unknown>>;
  } catch {
    return null;
  }
};
