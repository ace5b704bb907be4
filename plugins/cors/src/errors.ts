import { defineErrors } from '@taproot/core';

/** Errors of CORS, all of them told at boot. */
export const errors = defineErrors({
  E_CORS_ORIGIN: {
    message: 'allowed_origins of CORS holds {origin}, which is no origin: {reason}.',
    fix: 'Write scheme, host and, unless it is the usual one, port: "https://example.com", "https://*.example.com" for all below it, "*" alone for everybody; or give a RegExp or a function.',
  },
  E_CORS_CREDENTIALS: {
    message: '{key} of CORS holds "*" together with supports_credentials.',
    fix: 'Name what you mean, or turn supports_credentials off: with both, any site could act with the cookies of your users.',
  },
  E_CORS_NAME: {
    message: '{key} of CORS holds {name}, which is no name of a {kind}.',
    fix: 'List one name in each entry: letters, digits and hyphens, without spaces, commas or colons.',
  },
  E_CORS_PATH: {
    message: 'cors.paths holds {path}, which is no path pattern: {reason}.',
    fix: 'Write a path ("login"), all below one ("api/*") or "*" alone; for single routes use middleware.cors().',
  },
  E_CORS_MAX_AGE: {
    message: 'max_age of CORS is {seconds}, which is no whole number of seconds.',
    fix: 'Give whole seconds; 0 leaves the header out, -1 tells browsers to keep nothing.',
  },
  E_CORS_NOT_GLOBAL: {
    message:
      'The route {method} {path} uses middleware.cors(), but the global middleware lacks it, so its preflights would fail.',
    fix: "Keep the plugin's own in withMiddleware(), and set cors.paths to [] when only single routes shall have CORS.",
  },
});
