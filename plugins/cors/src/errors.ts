import { defineErrors } from '@taproot/core';

/** Errors of CORS. All of them stop the boot. */
export const errors = defineErrors({
  E_CORS_ORIGIN: {
    message: 'cors.allowed_origins contains {origin}, which is not an origin: {reason}.',
    fix: 'Write scheme, host and, if it is not the default, the port: "https://example.com". Use "https://*.example.com" for all subdomains, "*" alone for every origin, or give a RegExp or a function.',
  },
  E_CORS_CREDENTIALS: {
    message: 'cors.{key} contains "*" while cors.supports_credentials is on.',
    fix: 'List the values that you need, or turn supports_credentials off. With both, any site could send requests with the cookies of your users.',
  },
  E_CORS_NAME: {
    message: 'cors.{key} contains {name}, which is not a valid {kind} name.',
    fix: 'Write one name per entry, with letters, digits and hyphens only.',
  },
  E_CORS_PATH: {
    message: 'cors.paths contains {path}, which is not a path pattern: {reason}.',
    fix: 'Write a path ("login"), a path with everything below it ("api/*"), or "*" alone. For single routes use middleware.cors().',
  },
  E_CORS_MAX_AGE: {
    message: 'cors.max_age is {seconds}, but must be a whole number of seconds, or -1.',
    fix: 'Give whole seconds. 0 omits the header, -1 tells browsers not to cache.',
  },
  E_CORS_NOT_GLOBAL: {
    message:
      'The route {method} {path} uses middleware.cors(), but the global middleware does not include cors, so preflight requests would fail.',
    fix: "Keep the plugin's middleware in withMiddleware(). Set cors.paths to [] if only single routes need CORS.",
  },
});
