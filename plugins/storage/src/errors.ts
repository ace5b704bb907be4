import { defineErrors } from '@taproot/core';

/** Errors of storage: configuration, paths, files. */
export const errors = defineErrors({
  // Configuration
  E_STORAGE_SETTING: {
    message: 'Configuration "{setting}" is {value}, but must be {expected}.{hint}',
    fix: 'Correct it in config/storage.ts, or remove it to keep its default.',
  },
  E_STORAGE_DISK_UNKNOWN: {
    message: 'There is no disk "{name}".{hint}',
    fix: 'Name one of storage.disks in config/storage.ts: {names}.',
    placed: true,
  },
  E_STORAGE_PACKAGE: {
    message: 'The disk "{disk}" needs packages that are not installed: {reason}',
    fix: 'Install them: npm install @aws-sdk/client-s3 @aws-sdk/lib-storage @aws-sdk/s3-request-presigner @aws-sdk/s3-presigned-post.',
  },
  E_STORAGE_URL: {
    message: 'The disk "{disk}" has no {kind}: {reason}.',
    fix: 'Set "url" of the disk in config/storage.ts, or send the file by ctx.response().file(await disk.open(path)).',
    placed: true,
  },
  // Files
  E_STORAGE_PATH: {
    message: '{path} is not the path of a file: {reason}.',
    fix: 'Give a path such as "avatars/ada.png", relative to the disk. For names that users choose, use putFile(): it makes a name of its own.',
    placed: true,
  },
  E_STORAGE_NOT_FOUND: {
    message: 'The disk "{disk}" has no file {path}.',
    fix: 'Ask exists() first, or catch this code.',
    status: 404,
    placed: true,
  },
  E_STORAGE_SIGNATURE: {
    message: 'This address is not valid, or has expired.',
    fix: 'Make a new one by temporaryUrl() or temporaryUpload().',
    status: 403,
  },
  E_STORAGE_LIMIT: {
    message: 'The limit "maxBytes" of a signed upload is {value}, but must be a whole number from 1 to {most}.',
    fix: 'Give fewer bytes. For a disk that the application serves, http.upload.max_body is the limit of the whole form: raise it.',
    placed: true,
  },
  E_STORAGE_UPLOAD_SIZE: {
    message: 'The file has more than {most} bytes.',
    fix: 'Send a smaller file, or sign the upload by temporaryUpload() with a larger maxBytes.',
    status: 413,
  },
  E_STORAGE_UPLOAD_TYPE: {
    message: 'The file is not of the type {type}.',
    fix: 'Send a file of that type, or sign the upload by temporaryUpload() for another one.',
    status: 415,
  },
  E_STORAGE_UPLOAD_MISSING: {
    message: 'The form has no file in its field "file".',
    fix: 'Send a form (multipart/form-data) with the fields that temporaryUpload() returned, and the file as "file".',
    status: 400,
  },
  E_STORAGE_CONFLICT: {
    message: 'The disk "{disk}" cannot have a file {path}: {reason}.',
    fix: 'Give the file another path. A path is a file or a directory, not both.',
    placed: true,
  },
  E_STORAGE_FULL: {
    message: 'The disk "{disk}" has no room for {path}.',
    fix: 'Make room on the disk, or raise the quota. The file that was there before is unchanged.',
    status: 507,
  },
  E_STORAGE_DENIED: {
    message: 'The disk "{disk}" does not allow access to {path}: {reason}',
    fix: 'Check the permissions of the folder, or the key and the policy of the bucket.',
  },
  E_STORAGE_UNAVAILABLE: {
    message: 'The disk "{disk}" does not answer: {reason}',
    fix: 'Check whether the server runs, and "endpoint" and "region" in config/storage.ts. Try again later.',
    status: 503,
  },
  E_STORAGE_SOURCE: {
    message: 'The content of {path} could not be read, so nothing was stored on the disk "{disk}": {reason}',
    fix: 'See the cause below. The file that was there before is unchanged.',
  },
  E_STORAGE_CHANGED: {
    message: 'The file {path} of the disk "{disk}" was replaced while it was read.',
    fix: 'Read it again.',
  },
  E_STORAGE_FAILED: {
    message: 'The disk "{disk}" failed at {path}: {reason}',
    fix: 'See the cause below.',
  },
  E_STORAGE_TIDYING: {
    message: 'The parts of files that killed processes left on the disk "{disk}" could not be removed: {reason}',
    fix: 'Check the permissions of the folder. The parts take room, and are in the way of nothing else.',
  },
  E_STORAGE_ASSERTION: {
    message: '{message}',
    fix: 'The disk has: {files}.',
  },
});
