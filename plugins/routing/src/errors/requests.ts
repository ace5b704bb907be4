import { defineErrors } from '@taproot/core';

/** Errors of requests: their target, headers and timing. */
export const requestErrors = defineErrors({
  E_HTTP_NOT_READY: {
    message: 'A request arrived before the application was ready.',
    fix: 'Await create(): the listener exists only after every plugin has booted.',
  },
  E_METHOD_UNKNOWN: {
    message: 'The method {method} is not supported.',
    fix: 'Use GET, HEAD, POST, PUT, PATCH, DELETE or OPTIONS.',
    status: 501,
  },
  E_SERVER_CLOSING: {
    message: 'The server is closing.',
    fix: 'Send the request again: another process answers it, or this server after its restart.',
    status: 503,
  },
  E_CLIENT_LEFT: {
    message: 'The client closed the connection before it got a response.',
    fix: 'Nothing is wrong: the abort signal only lets the handler stop early.',
    status: 499,
  },
  E_SEND_TIMEOUT: {
    message: 'The client took no byte of the response for {seconds} s.',
    fix: 'If clients pause for that long on purpose, raise http.send_timeout.',
    status: 499,
  },
  E_URL_SIGNATURE: {
    message: 'The address is not signed, or it was changed after it was signed.',
    fix: 'Use the address exactly as facades.Route().signedUrl() returned it. If APP_KEY was replaced, list the old key in APP_PREVIOUS_KEYS.',
    status: 403,
  },
  E_URL_EXPIRED: {
    message: 'The address has expired.',
    fix: 'Ask for a new one. How long it works is the option "expires" of facades.Route().signedUrl().',
    status: 403,
  },
  E_URL_MALFORMED: {
    message: 'The request target is malformed.',
    fix: 'Percent-encode the path as UTF-8, and do not use NUL.',
    status: 400,
  },
  E_URL_TOO_LONG: {
    message: 'The request target is longer than {limit} bytes.',
    fix: 'Send data in the body, or raise http.max_url.',
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
  E_OVERLOADED: {
    message: 'The server is overloaded: {reason}.',
    fix: 'Start more processes, or make the slow work cheaper or move it to other processes. Settings are in http.overload; .meta({ priority }) says which routes are refused first, and which never.',
    status: 503,
  },
  E_REQUEST_TIMEOUT: {
    message: 'The request was not answered within {seconds} s.',
    fix: 'Answer sooner, or raise http.request_timeout. ctx.request().signal() aborts when the time is over.',
    status: 503,
  },
  E_UPGRADE_REQUIRED: {
    message: 'This address answers only requests that switch to the protocol "{protocol}".',
    fix: 'Connect with a client of that protocol, such as new WebSocket(url) in a browser. Proxies in between must pass on the headers Upgrade and Connection.',
    status: 426,
  },
  E_UPGRADE_UNSUPPORTED: {
    message: 'This address does not switch to another protocol.',
    fix: 'Return ctx.response().upgrade(accept) from the handler, or send the request without the header Upgrade.',
    status: 400,
  },
  E_UPGRADE_ORIGIN: {
    message: 'Pages of the origin {origin} must not open connections here.',
    fix: 'If the page is yours, add its origin to allowed_origins in config/cors.ts. Behind a proxy, set app.url (APP_URL), or http.trusted_proxies, so that the host of the page is known.',
    status: 403,
  },
  E_UPGRADE_ACCEPT: {
    message: 'upgrade() got {actual} in place of the function that takes the connection.',
    fix: 'Give it a function: upgrade((req, socket, head) => sockets.handleUpgrade(req, socket, head, connected)).',
    placed: true,
  },
  E_UPGRADE_UNANSWERED: {
    message: 'The connection of {path} was closed, because no code answered its upgrade within {seconds} s.',
    fix: 'Write a reply to the socket that upgrade(accept) passes on, for example by handleUpgrade() of the package ws.',
  },
  E_HOST_INVALID: {
    message: 'The Host header is not valid: {reason}.',
    fix: 'Send one Host header: a host name or address, with or without a port.',
    status: 400,
  },
  E_HOST_UNTRUSTED: {
    message: 'This server does not answer for the host "{host}".',
    fix: 'If the host is yours, add it to http.trusted_hosts.',
    status: 421,
  },
  E_HEADERS_TOO_LARGE: {
    message: 'The request has more than {count} headers, or they are longer than {bytes} bytes.',
    fix: 'Send fewer or shorter headers and cookies, or raise http.max_headers.',
    status: 431,
  },
  E_HEADERS_TIMEOUT: {
    message: 'The request headers did not arrive within {seconds} s.',
    fix: 'Send them sooner, or raise http.headers_timeout.',
    status: 408,
  },
  E_REQUEST_MALFORMED: {
    message: 'The request is not valid HTTP.',
    fix: 'Correct its framing: request line, headers, Content-Length or chunks (RFC 9112).',
    status: 400,
  },
});
