import { hasCode } from '@taproot/core';
import { errors } from '../errors.ts';

/** Whether an error says that no regular file is there, be it for a name that cannot be one. */
export const isAbsent = (error: unknown): boolean =>
  hasCode(
    error,
    'ENOENT',
    'ENOTDIR',
    'EISDIR',
    'ENAMETOOLONG',
    'ELOOP',
    // A socket is no file.
    'ENXIO',
    // A name with NUL.
    'ERR_INVALID_ARG_VALUE',
  );

/** What a request is answered for a fault of the file system: 404, 403 or 503; any other error stays what it is. */
export const fileFault = (error: unknown): unknown => {
  if (isAbsent(error)) return errors.E_ROUTE_NOT_FOUND({ cause: error });
  if (hasCode(error, 'EACCES', 'EPERM')) return errors.E_FILE_FORBIDDEN({ cause: error });
  if (hasCode(error, 'EMFILE', 'ENFILE')) return errors.E_FILE_BUSY({ cause: error, headers: { 'Retry-After': '1' } });
  return error;
};
