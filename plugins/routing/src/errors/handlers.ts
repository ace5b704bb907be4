import { defineErrors } from '@taproot/core';

/** Errors of handlers and of the responses they build. */
export const handlerErrors = defineErrors({
  E_HANDLER_PARAMETERS: {
    message: 'The handler of {method} {path} at {place} takes {count} parameters, but Taproot calls it with ctx only.',
    fix: 'Write (ctx) => ctx.response().json(200, value): the request is ctx.request(), the response is ctx.response().',
  },
  E_HANDLER_UNBOUND: {
    message:
      'The handler of {method} {path} at {place} is the method {name}(), which uses `this` and has lost its object.',
    fix: "Refer to it by its class, [PostController, '{name}'], or call it on its object: (ctx) => posts.{name}(ctx).",
  },
  E_HANDLER_RESULT: {
    message: '{source} returned {actual} in place of a response.',
    fix: '{advice}.',
  },
  E_MOUNT_HANDLER: {
    message: '{call}() at {place} got {actual}, which cannot answer requests.',
    fix: '{advice}.',
  },
  E_MOUNT_RESULT: {
    message: 'The code that mount() at {place} got returned {actual}.',
    fix: '{advice}.',
  },
  E_MOUNT_BODY: {
    message: '{call} got a request whose body Taproot had read already.',
    fix: 'Call .rawBody() on the route, so that the other code can read the body. Routes whose handler is the result of handOver() need it not.',
    placed: true,
  },
  E_MOUNT_HTTP2: {
    message: '{call} got a request of HTTP/2, which Express does not support.',
    fix: 'Let a proxy in front speak HTTP/1.1 to the application, or mount code that supports HTTP/2, such as koa.callback().',
    placed: true,
  },
  E_MEMBER_UNKNOWN: {
    message: '{member} does not exist.{hint}',
    fix: '{advice}.',
    placed: true,
  },
  E_JSON_VALUE: {
    message: '{source} cannot send {member}: it is {reason}.',
    fix: '{advice}.',
    placed: true,
  },
  E_RESPONSE_HEADER: {
    message: 'header() of a finished response only reads, but was called with a value for "{name}".',
    fix: 'Set the header before the body, ctx.response().header(name, value).string(200, text), or call setHeader(name, value).',
    placed: true,
  },
  E_STREAM_SOURCE: {
    message: '{method}() got {actual} in place of {expected}.',
    fix: '{advice}.',
    placed: true,
  },
  E_RESPONSE_STATUS: {
    message: 'Invalid status {status}: it must be a whole number from 200 to 999.',
    fix: 'Give the status first, then the body: json(200, body). If the status comes from elsewhere, check it first.',
    placed: true,
  },
  E_COOKIE_INVALID: {
    message: 'The cookie "{cookie}" cannot be set: {reason}.',
    fix: 'Correct its name or its attributes: browsers silently drop such a cookie.',
  },
  E_EVENT_INVALID: {
    message: 'The {field} of a server-sent event is not valid: {reason}.',
    fix: 'Give event and id as one line of text, and retry as a duration of 0 or more, such as "5s".',
  },
  E_REDIRECT_UNSAFE: {
    message: 'redirect() got an address outside of this application.',
    fix: 'Use a path, add the host to http.redirect_hosts, give a fallback, or call redirectAway() for an address that you wrote yourself.',
    status: 400,
  },
});
