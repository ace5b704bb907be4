import { defineErrors } from '@taproot/core';

/** Errors of request bodies and parameters. */
export const bodyErrors = defineErrors({
  E_TRANSFER_CODING: {
    message: 'The transfer coding {coding} is not supported.',
    fix: 'Send the body with `Transfer-Encoding: chunked` or with a Content-Length. To compress it, use Content-Encoding.',
    status: 501,
  },
  E_BODY_MALFORMED: {
    message: 'The request body is malformed: {reason}.',
    fix: 'Send a body that matches its Content-Type and Content-Encoding.',
    status: 400,
  },
  E_BODY_SHAPE: {
    message: 'The request body is {actual}, but must be an object with fields.',
    fix: 'Send a JSON object or a form. To accept {actual}, read it with ctx.request().body() and validate { items: body } with Validation().make().',
    status: 400,
  },
  E_BODY_KEY: {
    message: 'The input contains the key "{key}", which is not allowed.',
    fix: 'Rename it: this key could change the prototype of an object.',
    status: 400,
  },
  E_BODY_DEPTH: {
    message: 'The JSON is nested deeper than {depth} levels.',
    fix: 'Send a flatter structure, or raise http.max_json_depth.',
    status: 400,
  },
  E_BODY_TOO_LARGE: {
    message: 'The request body is larger than {limit} bytes.',
    fix: 'Send less, or raise http.{setting}.',
    status: 413,
  },
  E_BODY_RATIO: {
    message: 'The compressed request body expands to more than {ratio} times its size.',
    fix: 'Send it uncompressed, or raise http.decompression.ratio.',
    status: 413,
  },
  E_BODY_UNSUPPORTED: {
    message: 'A request body of type {type} is not supported.',
    fix: 'Send application/json, application/x-www-form-urlencoded, multipart/form-data or text/plain, named in one Content-Type header.',
    status: 415,
  },
  E_BODY_CHARSET: {
    message: 'A request body in the charset {charset} is not supported.',
    fix: 'Send UTF-8.',
    status: 415,
  },
  E_BODY_ENCODING: {
    message: 'A request body in the encoding {encoding} is not supported.',
    fix: 'Send it uncompressed, or compressed once with gzip, deflate or br.',
    status: 415,
  },
  E_BODY_SLOW: {
    message: 'The request body arrived with less than {bytes} bytes per second over {grace} s.',
    fix: 'Send it faster, or lower http.body_rate.',
    status: 408,
  },
  E_BODY_ABORTED: {
    message: 'The client closed the connection before its request body was complete.',
    fix: 'Nothing can be done here: Taproot never passes on an incomplete body.',
    status: 400,
  },
  E_BODY_CONSUMED: {
    message: 'The request body was already read, but req.body does not contain the parsed value.',
    fix: 'Read it with ctx.request().body(). A middleware that reads it first must keep the parsed value in req.body, or in the ctx.request.body of Koa.',
  },
  E_BODY_NOT_RAW: {
    message: 'ctx.request().{method}() was called after the body of the request had been read.',
    fix: 'Register the route with rawBody(): route.post(path, handler).rawBody().',
  },
  E_PARAMS_TOO_MANY: {
    message: 'The query or form has more than {count} parameters.',
    fix: 'Send fewer, or raise http.max_params.count.',
    status: 413,
  },
  E_PARAMS_DEPTH: {
    message: 'A parameter is nested deeper than {depth} brackets.',
    fix: 'Send a flatter structure, or raise http.max_params.depth.',
    status: 400,
  },
  E_PARAMS_MALFORMED: {
    message: 'The parameters are malformed: {reason}.',
    fix: 'Percent-encode them as UTF-8. Use a name either for strings and lists (a, a[], a[0]) or for a map (a[x]), not for both.',
    status: 400,
  },
});
