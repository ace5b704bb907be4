import { importOptional } from '@taproot/core/internal';
import { errors } from '../errors.ts';

/** Imports a driver's package when a connection needs it; `E_DATABASE_PACKAGE` when it is not installed. */
export const importPackage = <Package>(
  name: string,
  connection: string,
  load: () => Promise<Package>,
): Promise<Package> =>
  importOptional(name, load, (cause) => errors.E_DATABASE_PACKAGE({ connection, package: name }, { cause }));
