import { plainText } from '../rules/plain-text.ts';

/** A conversion of texts as one of values: numbers and booleans become texts first, all else stays as it is. */
export const onText =
  (convert: (text: string) => unknown) =>
  (value: unknown): unknown => {
    const text = plainText(value);
    return text === null ? value : convert(text);
  };
