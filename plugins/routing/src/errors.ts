import { defineErrors } from '@taproot/core';

/** Errors of routing: registration, requests, bodies, files, the server. */
export const errors = defineErrors({
  // Registration
  E_ROUTE_DUPLICATE: {
    message: '{method} {path} is registered twice: at {first} and at {second}.',
    fix: 'Remove one of them, or give it another method or path.',
  },
  E_ROUTE_NAME_DUPLICATE: {
    message: 'Two routes are named "{name}": {first} and {second}.',
    fix: 'Rename one of them; url() could not tell them apart.',
  },
  E_ROUTE_PATTERN: {
    message: 'The route pattern "{pattern}" is not valid: {reason}.',
    fix: 'A parameter is a whole segment: id, id? (optional) or path* (the rest) in braces, with a constraint after a colon.',
  },
  E_ROUTE_FROZEN: {
    message: 'The route {method} {path} was registered after the application had booted.',
    fix: 'Register routes in withRouting(): the route table is built once, before the first request.',
  },
  E_ROUTE_UNKNOWN: {
    message: 'No route is named "{name}".{hint}',
    fix: 'Name the route with .name(), or correct the name; `npx taproot route:list` lists them.',
  },
  E_ROUTE_PARAMETER: {
    message: 'The route "{name}" ({path}) cannot be built: parameter "{parameter}" {reason}.',
    fix: 'Give url() a value for every parameter of the pattern that fits its constraint.',
  },
  E_MIDDLEWARE_SIGNATURE: {
    message: 'Two different middleware call themselves "{signature}": {first} and {second}.',
    fix: 'Return a signature of its own from each; exclusion goes by signature.',
  },
  E_DRIVER_UNKNOWN: {
    message: 'http.default names the driver "{driver}", which does not exist.{hint}',
    fix: 'Use one of: {known}.',
  },
  E_NEXT_TWICE: {
    message: 'The middleware "{signature}" called next() more than once.',
    fix: 'Call next() at most once; keep its response in a variable.',
  },
  // Requests
  E_URL_MALFORMED: {
    message: 'The request target is malformed.',
    fix: 'Percent-encode the path as UTF-8, without NUL.',
    status: 400,
  },
  E_URL_TOO_LONG: {
    message: 'The request target is longer than {limit} bytes.',
    fix: 'Send data in the body, or raise http.url_limit.',
    status: 414,
  },
  E_ROUTE_NOT_FOUND: {
    message: 'Nothing answers at this address.',
    fix: 'Compare the path with `npx taproot route:list`.',
    status: 404,
  },
  E_METHOD_NOT_ALLOWED: {
    message: 'This address does not answer {method}.',
    fix: 'Use one of: {allow}.',
    status: 405,
  },
  E_REQUEST_TIMEOUT: {
    message: 'The request was not answered within {seconds} s.',
    fix: 'Raise http.request_timeout, or answer sooner; ctx.request().signal() tells the handler to stop.',
    status: 503,
  },
  E_BODY_UNREAD: {
    message: '{method}() was asked before the body was read.',
    fix: 'In middleware, await ctx.request().body() first; handlers have it read for them.',
  },
  E_HEADER_INVALID: {
    message: 'The header "{header}" cannot hold this value: {reason}.',
    fix: 'Remove line breaks and control characters; encode what is not Latin-1.',
  },
  E_REDIRECT_UNSAFE: {
    message: 'redirect() was given an address outside this application.',
    fix: 'Use a path, add the host to http.redirect_hosts, or use redirectAway() for an address of your own.',
  },
});
