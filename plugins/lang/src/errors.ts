import { defineErrors } from '@taproot/core';

/** Errors of localisation: language files, locales, publishing. */
export const errors = defineErrors({
  E_LANG_FILE: {
    message: 'The language file {place} cannot be used: {reason}.',
    fix: 'Make it a JSON object whose values are texts, or objects of texts.',
  },
  E_LANG_UNREADABLE: {
    message: 'The language file {file} cannot be read ({reason}); its texts are missing.',
    fix: 'Correct its permissions, or remove it. Until then the fallback locale stands in.',
  },
  E_LOCALE_UNKNOWN: {
    message: 'There are no texts for the locale {locale}.{hint}',
    fix: 'Use one that exists, or add its files to the lang directory. There are: {known}.',
    status: 400,
  },
  E_LANG_PUBLISH_LINK: {
    message: '{link} is a symbolic link, so {file} was not published.',
    fix: 'Put a directory or file of your own in its place, or copy the file yourself.',
  },
});
