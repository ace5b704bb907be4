import { defineErrors } from '@taproot/core';

/** Errors of generators: invalid names, files that cannot be written. */
export const errors = defineErrors({
  E_GENERATE_NAME: {
    message: '"{name}" is not a valid name for a {kind}: {reason}.',
    fix: 'Start with a letter, then use letters and digits. Put folders in front: admin/StorePost.',
  },
  E_GENERATE_TAKEN: {
    message: 'The {kind} would be called "{name}", which is {owner}.',
    fix: 'Choose another name, for example {suggestion}.',
  },
  E_GENERATE_EXISTS: {
    message: '{file} already exists and was not changed.',
    fix: 'Choose another name, or replace the file with --force.',
  },
  E_GENERATE_LINK: {
    message: '{link} is a symbolic link, so {file} was not written: the link may lead outside of the application.',
    fix: 'Replace the link by a real folder or file.',
  },
  E_GENERATE_WRITE: {
    message: '{file} was not written: {reason}.',
    fix: 'Check the permissions of the folder and the free space on the disk. Nothing was written in part.',
  },
});
