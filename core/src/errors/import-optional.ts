import { hasCode } from './thrown.ts';

// Matches the message of Node for a missing package: 'ioredis', or 'ioredis/a-file', in quotes.
const isAbout = (error: unknown, name: string): boolean =>
  [`'${name}'`, `'${name}/`].some((quoted) => String(error).includes(quoted));

const missingOr = (name: string, error: unknown, missing: (cause: unknown) => Error): unknown => {
  const absent = hasCode(error, 'ERR_MODULE_NOT_FOUND', 'MODULE_NOT_FOUND') && isAbout(error, name);
  return absent ? missing(error) : error;
};

/**
 * Imports a package that applications may leave out; when `name` is not installed, the error is what `missing` makes. A
 * package that is there and lacks another fails as it does.
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

/** Like `importOptional()`, for a package that `load` loads by `require`. */
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
