/**
 * The value of the attribute `error.type`: the error's code or the name of its class. Never its message, which may hold
 * secrets and would start a new series each time.
 */
export const errorType = (error: unknown, fallback = '_OTHER'): string => {
  try {
    const { code, name } = Object(error) as { readonly code?: unknown; readonly name?: unknown };
    const type = [code, name].find((text) => typeof text === 'string' && /^\w{1,64}$/.test(text));
    return typeof type === 'string' ? type : fallback;
  } catch {
    return fallback;
  }
};
