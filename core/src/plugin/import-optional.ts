import { hasCode } from '../errors/has-code.ts';

/** Imports a package that applications may leave out; one that is not installed is the error that `missing` makes. */
export const importOptional = async <Package>(
  load: () => Promise<Package>,
  missing: (cause: unknown) => Error,
): Promise<Package> => {
  try {
    return await load();
  } catch (error) {
    throw hasCode(error, 'ERR_MODULE_NOT_FOUND', 'MODULE_NOT_FOUND') ? missing(error) : error;
  }
};
