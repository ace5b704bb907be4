import { reasonOf } from '@taproot/core/internal';
/** The value of a JSON text, or the fault of the text. */
export const parseJson = (text: string): { readonly value: unknown } | { readonly fault: string } => {
  try {
    return { value: JSON.parse(text) };
  } catch (error) {
    const reason = reasonOf(error);
    return { fault: text === '' ? 'Expected JSON, but the body is empty.' : `Expected JSON, but: ${reason}.` };
  }
};
