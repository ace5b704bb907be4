/** The value of a JSON text, or the fault of the text. */
export const parseJson = (text: string): { readonly value: unknown } | { readonly fault: string } => {
  try {
    return { value: JSON.parse(text) };
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return { fault: text === '' ? 'Expected JSON, but the body is empty.' : `Expected JSON, but: ${reason}.` };
  }
};
