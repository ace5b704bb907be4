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
  E_ROUTE_HANDLER: {
    message: 'The handler of {method} {path} at {place} is {actual}.',
    fix: "Give a function of the context, (ctx) => ctx.response().json(200, value), or a method of a controller: [PostController, 'show'].",
  },
  E_CONTROLLER_CLASS: {
    message: 'The route {method} {path} at {place} refers to the method "{action}" of a controller that is {actual}.',
    fix: "Give the class itself, [PostController, 'show'], and import it from the file that declares it. An object's method is (ctx) => posts.show(ctx).",
  },
  E_CONTROLLER_ACTION: {
    message: 'The route {method} {path} at {place} refers to {action}, which {reason}.{hint}',
    fix: 'Correct the name, or add the method to the class.',
  },
  E_CONTROLLER_NEW: {
    message: 'new {controller}() failed for the route {method} {path} at {place}: {reason}',
    fix: 'Correct its constructor, which is called without arguments. A controller that takes some is made in the routing file: const posts = new PostController(store); route.get(path, (ctx) => posts.show(ctx)).',
  },
  E_RESOURCE_CONTROLLER: {
    message: 'The controller of the resource {path} at {place} is {actual} without an action.',
    fix: 'Give a class, or an object, with index, show, store, update or destroy: PostController.',
  },
  E_ROUTE_SCOPE: {
    message: 'The scope that {method}() made at {place} has no routes.',
    fix: 'A scope changes no other: chain on, route.middleware(step).group((group) => ...), or keep it and register on it, const inside = route.middleware(step); inside.get(...). Where its routes depend on a condition, make it inside that.',
  },
  E_ROUTE_GROUP: {
    message: 'The function given to group() at {place} takes no parameter.',
    fix: 'Register on the router it is given, group((group) => group.get(...)): facades.Route() is outside of every prefix and middleware.',
  },
  E_ROUTE_META: {
    message: 'What meta() at {place} attaches is {actual}.',
    fix: "Give an object with the keys of RouteMeta: meta({ audit: 'write' }).",
  },
  E_ROUTE_FROZEN: {
    message: 'The route {method} {path} was registered after the application had booted.',
    fix: 'Register routes in withRouting(): the route table is built once, before the first request.',
    placed: true,
  },
  E_ROUTE_UNKNOWN: {
    message: 'No route is named "{name}".{hint}',
    fix: 'Name the route with .name(), or correct the name; `npx taproot route:list` lists them.',
  },
  E_ROUTE_WHERE: {
    message: 'where() at {place} constrains the parameter "{parameter}", which none of its routes has.{hint}',
    fix: 'Name a parameter of the routes: {known}.',
  },
  E_ROUTE_PARAMETER: {
    message: 'The route "{name}" ({path}) cannot be built: parameter "{parameter}" {reason}.',
    fix: 'Give url() a value for every parameter of the pattern that fits its constraint.',
  },
  E_MIDDLEWARE_SIGNATURE: {
    message: 'Two different middleware call themselves "{signature}": {first} and {second}{where}.',
    fix: 'Return a signature of its own from each, such as "role:staff": a signature runs once in a chain, and exclusion goes by it.',
  },
  E_MIDDLEWARE_INVALID: {
    message: 'What {place} gives as middleware is {actual}, and has no signature() and handle().',
    fix: "Give an object that has both: middleware.auth() from app/facades.ts in place of 'auth', new Stamp() in place of Stamp.",
  },
  E_MIDDLEWARE_SLOT: {
    message:
      'Plugin "{plugin}" places the global middleware "{middleware}" in the slot "{slot}", which does not exist.{hint}',
    fix: 'Use one of: {known}.',
  },
  E_MIDDLEWARE_ORDER: {
    message:
      'Plugin "{plugin}" wants its global middleware "{middleware}" on one side of "{other}", but other plugins want it on the other side.',
    fix: 'Remove "before" or "after" from one of them, or remove one of the plugins from withPlugins().',
  },
  E_DRIVER_UNKNOWN: {
    message:
      'http.driver (HTTP_DRIVER) names the driver "{driver}", which no plugin of this application provides.{hint}',
    fix: '{advice}.',
  },
  E_DRIVER_TAP_UNKNOWN: {
    message: 'The plugin "{plugin}" taps http.driver.for(\'{driver}\'), and there is no such driver.{hint}',
    fix: 'Tap one of: {known}.',
  },
  E_DRIVER_TAP_IDLE: {
    message: "{owner} taps http.driver.for('{driver}') alone, and this application runs on the driver {running}.",
    fix: "Set http.driver (HTTP_DRIVER) to {driver}, or tap http.driver.for('{running}') as well (withKoa() and withFastify() do): an empty function says that nothing is needed there.",
  },
  E_HANDLER_PARAMETERS: {
    message: 'The handler of {method} {path} at {place} takes {count} parameters, but is called with ctx alone.',
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
  E_HOOK_RESULT: {
    message: 'The tap of "{plugin}" on {hook}{place} returned {actual} in place of a response.',
    fix: 'Return a response, such as the one it was given, or nothing. An asynchronous function belongs in tapPromise().',
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
    message: 'header() of a finished response got a value for "{name}", but it only reads.',
    fix: 'Set it before the body, ctx.response().header(name, value).string(200, text), or by setHeader(name, value).',
    placed: true,
  },
  E_STREAM_SOURCE: {
    message: '{method}() got {actual} in place of {expected}.',
    fix: '{advice}.',
    placed: true,
  },
  E_RESPONSE_STATUS: {
    message: 'Invalid status {status}: it must be a whole number from 200 to 999.',
    fix: 'Give the status first, then the body: json(200, body). Check a status that comes from elsewhere.',
    placed: true,
  },
  E_NEXT_TWICE: {
    message: 'The middleware "{signature}" called next() more than once.',
    fix: 'Call next() at most once; keep its response in a variable.',
  },
  // Requests
  E_HTTP_NOT_READY: {
    message: 'A request came before the application was ready.',
    fix: 'Await create(): the listener exists once every plugin has booted.',
  },
  E_METHOD_UNKNOWN: {
    message: 'The method {method} is not known here.',
    fix: 'Use GET, HEAD, POST, PUT, PATCH, DELETE or OPTIONS.',
    status: 501,
  },
  E_KOA_UNSUPPORTED: {
    message: 'A Koa middleware used {member}, which cannot work here: {reason}.',
    fix: 'Configure the middleware without it, or write it for Taproot: see "Middleware of Koa" in docs/routing.md.',
  },
  E_TRANSFER_CODING: {
    message: 'The transfer coding {coding} is not known here.',
    fix: 'Send the body with `Transfer-Encoding: chunked` or a Content-Length; compress it by Content-Encoding.',
    status: 501,
  },
  E_SERVER_CLOSING: {
    message: 'The server is closing.',
    fix: 'Send the request again: another process answers it, or this one once it is up again.',
    status: 503,
  },
  E_CLIENT_LEFT: {
    message: 'The client left before it was answered.',
    fix: 'Nothing is wrong; the signal only tells the handler to stop.',
    status: 499,
  },
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
  E_OVERLOADED: {
    message: 'The event loop is more than {seconds} s behind.',
    fix: 'Find the handler that blocks it and move that work elsewhere, start more processes, or raise http.max_delay.',
    status: 503,
  },
  E_REQUEST_TIMEOUT: {
    message: 'The request was not answered within {seconds} s.',
    fix: 'Raise http.request_timeout, or answer sooner; ctx.request().signal() tells the handler to stop.',
    status: 503,
  },
  E_COOKIE_INVALID: {
    message: 'The cookie "{cookie}" cannot be set: {reason}.',
    fix: 'Correct its name or attributes; browsers drop such a cookie without a word.',
  },
  E_EVENT_INVALID: {
    message: 'The {field} of a server-sent event is not valid: {reason}.',
    fix: 'Give event and id as one line of text, retry in whole milliseconds.',
  },
  E_REDIRECT_UNSAFE: {
    message: 'redirect() was given an address outside this application.',
    fix: 'Use a path, add the host to http.redirect_hosts, give a fallback, or use redirectAway() for an address of your own.',
    status: 400,
  },
  // Server
  E_HTTP_SETTING: {
    message: 'Configuration "http.{setting}" is {value}, but must be {expected}.',
    fix: 'Correct it in config/http.ts, or remove it to keep its default.',
  },
  E_PORT_IN_USE: {
    message: 'The server cannot listen on {address}: the port is in use.',
    fix: 'Stop the program that listens there, or set PORT (http.port) to another; 0 takes any free one.',
  },
  E_PORT_FORBIDDEN: {
    message: 'The server may not listen on {address}.',
    fix: 'Ports below 1024 need privileges: set PORT (http.port) to a higher one and let a proxy hold the low one.',
  },
  E_PORT_INVALID: {
    message: 'The server cannot listen on {address}: there is no such port.',
    fix: 'Set PORT (http.port) to a whole number from 0 to 65535.',
  },
  E_HOST_UNKNOWN: {
    message: 'The server cannot listen on {address}: this machine has no such address.',
    fix: 'Set HOST (http.host) to an address of this machine: 127.0.0.1 for itself alone, 0.0.0.0 or :: for all networks.',
  },
  E_SERVER_OPENED: {
    message: 'This server was opened or closed before.',
    fix: 'Open a server once; after close(), create another.',
  },
  E_TLS_FILE: {
    message: '{setting} "{file}" cannot be used: {reason}.',
    fix: 'Give http.tls.cert and http.tls.key the PEM files of a certificate and of its key, or leave both empty for plain HTTP.',
  },
  E_TRUSTED_PROXY: {
    message: 'http.trusted_proxies holds "{proxy}", which is no address, CIDR range or number of proxies.',
    fix: 'List addresses and ranges such as "10.0.0.0/8", or give how many proxies stand before the server.',
  },
  E_TRUSTED_HOST: {
    message: 'http.trusted_hosts holds "{host}", which is no host name.',
    fix: 'Give names without scheme, port or path: "example.com", or "*.example.com" for all below it.',
  },
  E_HOST_INVALID: {
    message: 'The Host header is not valid: {reason}.',
    fix: 'Send one Host header: a host name or address, with or without a port.',
    status: 400,
  },
  E_HOST_UNTRUSTED: {
    message: 'This server does not answer for the host "{host}".',
    fix: 'Add it to http.trusted_hosts if it is yours.',
    status: 421,
  },
  E_HEADERS_TOO_LARGE: {
    message: 'The request headers are more than {count} or longer than {bytes} bytes.',
    fix: 'Send fewer or shorter headers, cookies above all, or raise http.headers_limit.',
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
  // Files
  E_STATIC_ROOT: {
    message: 'The static directory "{root}" {reason}.',
    fix: 'Create it, or correct the directory given to static().',
    placed: true,
  },
  E_FILE_ABSENT: {
    message: '{source} sends the file "{path}", which does not exist, so the client gets 404.',
    fix: 'Correct the path: relative ones start at the folder of the application. A file that may be missing is fine; this is reported in development only.',
    status: 404,
  },
  E_FILE_FORBIDDEN: {
    message: 'This file may not be read.',
    fix: 'Give the user the process runs as the right to read it.',
    status: 403,
  },
  E_FILE_BUSY: {
    message: 'Too many files are open to serve this one.',
    fix: 'Raise the limit of open files (`ulimit -n`), or look for files that are opened and never closed.',
    status: 503,
  },
  E_FILE_CHANGED: {
    message: 'The file "{path}" changed while it was sent; the connection was closed.',
    fix: 'Write a new file and rename it over the old one: readers keep the one they began with.',
  },
  E_STREAM_LENGTH: {
    message: 'A stream gave more or less than the {bytes} bytes its Content-Length says; the connection was closed.',
    fix: 'Leave Content-Length out, or copy it only together with the very bytes it counts: fetch() decompresses.',
  },
  E_FILE_CLOSED: {
    message: 'The file "{path}" was opened or closed before.',
    fix: 'Call openDiskFile() for each response.',
  },
  // Bodies
  E_BODY_MALFORMED: {
    message: 'The request body is malformed: {reason}.',
    fix: 'Send a body that is what its Content-Type and Content-Encoding say.',
    status: 400,
  },
  E_BODY_KEY: {
    message: 'The input has the key "{key}", which is never taken.',
    fix: 'Rename it: this key could change what other objects inherit.',
    status: 400,
  },
  E_BODY_DEPTH: {
    message: 'The JSON is nested deeper than {depth} levels.',
    fix: 'Send a flatter structure, or raise http.json_depth.',
    status: 400,
  },
  E_BODY_TOO_LARGE: {
    message: 'The request body is larger than {limit} bytes.',
    fix: 'Send less, or raise http.{setting}.',
    status: 413,
  },
  E_BODY_RATIO: {
    message: 'The compressed request body becomes more than {ratio} times as large as it was sent.',
    fix: 'Send it uncompressed, or raise http.decompression.ratio.',
    status: 413,
  },
  E_BODY_UNSUPPORTED: {
    message: 'A body of type {type} is not read here.',
    fix: 'Send application/json, application/x-www-form-urlencoded, multipart/form-data or text/plain, and say so in one Content-Type.',
    status: 415,
  },
  E_BODY_CHARSET: {
    message: 'A body in the charset {charset} is not read here.',
    fix: 'Send UTF-8.',
    status: 415,
  },
  E_BODY_ENCODING: {
    message: 'A body in the encoding {encoding} is not read here.',
    fix: 'Send it plain, or compressed once by gzip, deflate or br.',
    status: 415,
  },
  E_BODY_SLOW: {
    message: 'The request body came more slowly than {bytes} bytes a second over {grace} s.',
    fix: 'Send it faster, or lower http.body_rate.',
    status: 408,
  },
  E_BODY_ABORTED: {
    message: 'The client left before its request body was complete.',
    fix: 'Nothing can be done here; half a body is never handed on.',
    status: 400,
  },
  E_BODY_CONSUMED: {
    message: 'The request body was already read, and what came of it is not in req.body.',
    fix: 'Read it with ctx.request().body(). A middleware that reads it first must leave the parsed value in req.body, or in the ctx.request.body of Koa.',
  },
  E_BODY_NOT_RAW: {
    message: 'ctx.request().toWeb() was called after the body of the request had been read.',
    fix: 'Register the route with rawBody(): route.post(path, handler).rawBody().',
  },
  E_PARAMS_TOO_MANY: {
    message: 'The query or form has more than {count} parameters.',
    fix: 'Send fewer, or raise http.params_limit.count.',
    status: 413,
  },
  E_PARAMS_DEPTH: {
    message: 'A parameter is nested deeper than {depth} brackets.',
    fix: 'Send a flatter structure, or raise http.params_limit.depth.',
    status: 400,
  },
  E_PARAMS_MALFORMED: {
    message: 'The parameters are malformed: {reason}.',
    fix: 'Percent-encode them as UTF-8, and use a name either for text and lists (a, a[], a[0]) or for a map (a[x]).',
    status: 400,
  },
  E_UPLOAD_LIMIT: {
    message: 'The form has more than {limit} {what}.',
    fix: 'Send less, or raise http.upload.{setting}.',
    status: 413,
  },
  E_UPLOAD_COMPRESSED: {
    message: 'A multipart body must not be compressed, and this one has the encoding {encoding}.',
    fix: 'Send it without Content-Encoding, or set http.upload.compressed to true.',
    status: 415,
  },
  E_UPLOAD_SPOOL: {
    message: 'An uploaded file could not be written to "{directory}".',
    fix: 'See the cause: make the directory of http.upload.directory, make room in it, or let the process write there.',
    status: 503,
  },
  E_UPLOAD_DIRECTORY: {
    message: 'Uploads cannot be written to http.upload.directory "{directory}" by the user {user}: {reason}.',
    fix: 'Make the directory and let this user write to it, or set http.upload.directory to another one.',
  },
  E_UPLOAD_STORE: {
    message: 'An upload could not be stored as "{path}" by the user {user}: {reason}.',
    fix: 'Let this user write to the directory, make room on its disk, or store the upload somewhere else.',
  },
  E_UPLOAD_NAME: {
    message: 'An upload cannot be stored as {name}.',
    fix: 'Give a plain file name: no separators, control characters or leading dot, at most 255 characters.',
    status: 400,
  },
  E_UPLOAD_EXISTS: {
    message: 'There is a file called {name} already.',
    fix: 'Store it under another name, use store() for a random name, or pass the option overwrite.',
    status: 409,
  },
  // Tests
  E_CONTEXT_ANSWERED: {
    message: 'This context has been answered already.',
    fix: 'Make one for each request: a request has one response.',
  },
});
