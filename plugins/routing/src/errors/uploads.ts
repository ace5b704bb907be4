import { defineErrors } from '@taproot/core';

/** Errors of uploads. */
export const uploadErrors = defineErrors({
  E_UPLOAD_LIMIT: {
    message: 'The form exceeds the limit http.upload.{setting}, which is {limit}.',
    fix: 'Send less, or raise http.upload.{setting}.',
    status: 413,
  },
  E_UPLOAD_COMPRESSED: {
    message: 'A multipart body must not be compressed, but this one has the encoding {encoding}.',
    fix: 'Send it without Content-Encoding, or set http.upload.compressed to true.',
    status: 415,
  },
  E_UPLOAD_SPOOL: {
    message: 'An uploaded file could not be written to "{directory}".',
    fix: 'See the cause: create the directory of http.upload.directory, free space on its disk, or let the process write there.',
    status: 503,
  },
  E_UPLOAD_DIRECTORY: {
    message: 'Uploads cannot be written to http.upload.directory "{directory}" by the user {user}: {reason}.',
    fix: 'Create the directory and let this user write to it, or set http.upload.directory to another one.',
  },
  E_UPLOAD_STORE: {
    message: 'An upload could not be stored as "{path}" by the user {user}: {reason}.',
    fix: 'Let this user write to the directory, free space on its disk, or store the upload somewhere else.',
  },
  E_UPLOAD_NAME: {
    message: 'An upload cannot be stored under the name {name}.',
    fix: 'Give a plain file name of at most 255 characters, without separators, control characters or a leading dot.',
    status: 400,
  },
  E_UPLOAD_DISK: {
    message: 'An upload cannot be stored on the disk "{disk}": no plugin of this application has disks.',
    fix: 'Add storage() of @taproot/storage to withPlugins(), or call store() without a disk.',
    placed: true,
  },
  E_UPLOAD_EXISTS: {
    message: 'A file called {name} already exists.',
    fix: 'Store it under another name, use store() for a random name, or pass the option overwrite.',
    status: 409,
  },
});
