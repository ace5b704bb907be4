import { hasCode } from './thrown.ts';

// Whether Node's message says that this package is missing: it quotes 'ioredis' or 'ioredis/a-file'.
const isAbout = (error: unknown, name: string): boolean =>
  [`'${name}'`, `'${name}/`].some((quoted) => String(error).includes(quoted));

const missingOr = (name: string, error: unknown, missing: (cause: unknown) => Error): unknown => {
  const absent = hasCode(error, 'ERR_MODULE_NOT_FOUND', 'MODULE_NOT_FOUND') && isAbout(error, name);
  return absent ? missing(error) : error;
};

/**
 * Imports an optional package. Throws the error of `missing` when `name` is not installed. If the package is installed but lacks a
 * dependency, Node's own error is thrown.
 */
export const importOptional = async <Package>(
  name: string,
  load: () => Promise<Package>,
  missing: (cause: unknown) => Error,
): Promise<Package> => {
  try {
    return await load();
  } catch (error) {
    throw missingOr(name, error, missing);
  }
};

/** Like `importOptional()`, but `load` uses `require`. */
export const requireOptional = <Package>(
  name: string,
  load: () => Package,
  missing: (cause: unknown) => Error,
): Package => {
  try {
    return load();
  } catch (error) {
    throw missingOr(name, error, missing);
  }
};
