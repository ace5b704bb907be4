import { defineErrors } from '@taproot/core';

/** Errors of localisation: language files, locales, publishing. */
export const errors = defineErrors({
  E_LANG_FILE: {
    message: 'The language file {place} cannot be used: {reason}.',
    fix: 'The file must be a JSON object whose values are strings, or objects of strings.',
  },
  E_LANG_UNREADABLE: {
    message: 'The language file {file} cannot be read ({reason}), so its messages are missing.',
    fix: 'Correct its permissions, or remove it. Until then, messages come from the fallback locale.',
  },
  E_LOCALE_UNKNOWN: {
    message: 'The locale {locale} does not exist.{hint}',
    fix: 'Use one of {known}, or add language files for it to the lang directory.',
    status: 400,
  },
  E_LANG_PUBLISH_LINK: {
    message: '{link} is a symbolic link, so {file} was not published.',
    fix: 'Replace the link by a real directory or file, or copy the file yourself.',
  },
});
