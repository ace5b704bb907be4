export { failureOf } from './http/error-response.ts';
export { inject, type WireRequest } from './in-process/inject.ts';
export { replyHeaders } from './in-process/web-fetch.ts';
export { MadeContext, type MadeRequest } from './made/made-context.ts';
