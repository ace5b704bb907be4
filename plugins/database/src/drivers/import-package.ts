import { hasCode } from '@taproot/core';
import { errors } from '../errors.ts';

/** Imports a driver's package when a connection needs it; `E_DATABASE_PACKAGE` when it is not installed. */
export const importPackage = async <Package>(
  name: string,
  connection: string,
  load: () => Promise<Package>,
): Promise<Package> => {
  try {
    return await load();
  } catch (cause) {
    if (!hasCode(cause, 'ERR_MODULE_NOT_FOUND', 'MODULE_NOT_FOUND')) throw cause;
    throw errors.E_DATABASE_PACKAGE({ connection, package: name }, { cause });
  }
};
