import { hasCode } from '../errors/thrown.ts';

// What Node says of a package it does not find: 'ioredis', or 'ioredis/a-file', in quotes.
const isAbout = (error: unknown, name: string): boolean =>
  [`'${name}'`, `'${name}/`].some((quoted) => String(error).includes(quoted));

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
    const absent = hasCode(error, 'ERR_MODULE_NOT_FOUND', 'MODULE_NOT_FOUND') && isAbout(error, name);
    throw absent ? missing(error) : error;
  }
};
