import { defineErrors } from '@taproot/core';

/** Errors of sending files and streams. */
export const fileErrors = defineErrors({
  E_STATIC_ROOT: {
    message: 'The static directory "{root}" {reason}.',
    fix: 'Create it, or correct the path given to static().',
    placed: true,
  },
  E_FILE_ABSENT: {
    message: '{source} sends the file "{path}", which does not exist, so the client gets 404.',
    fix: 'Correct the path: relative paths start at the folder of the application. If the file may be missing, ignore this report, which appears in development only.',
    status: 404,
  },
  E_FILE_FORBIDDEN: {
    message: 'This file may not be read.',
    fix: 'Give the user that runs this process permission to read the file.',
    status: 403,
  },
  E_FILE_BUSY: {
    message: 'Too many files are open to send this one.',
    fix: 'Raise the limit of open files (`ulimit -n`), or look for files that are never closed.',
    status: 503,
  },
  E_FILE_CHANGED: {
    message: 'The file "{path}" changed while it was sent, so the connection was closed.',
    fix: 'Write a new file and rename it over the old one: responses that have begun then still read the old file.',
  },
  E_STREAM_LENGTH: {
    message: 'A stream gave more or fewer bytes than its Content-Length of {bytes}, so the connection was closed.',
    fix: 'Leave Content-Length out. Do not copy it from a fetch() response, because fetch() decompresses the body.',
  },
  E_FILE_CLOSED: {
    message: 'The file "{path}" was already opened or closed.',
    fix: 'Call openDiskFile() for each response.',
  },
});
