// What middleware of another framework needs to run on our requests: for @taproot/koa alone. There is no promise about any of it, and a
// patch may change it. All of it answers requests, so nothing loads it at boot.

export { HttpContext, requirePlainSpelling } from './exchange/http-context.ts';
export { Reply } from './exchange/reply.ts';
export { asHttpError } from './handler/foreign-error.ts';
export { discard, discardWith, isStream, toReadable } from './response/body-streams.ts';
export { isBodiless, isFileBody, openBody } from './response/sent-body.ts';
export { forwardedFrom } from './server/client-address.ts';
