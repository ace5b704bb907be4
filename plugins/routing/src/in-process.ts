export { failureOf } from './exchange/exchange.ts';
export { inject, type WireRequest } from './in-process/inject.ts';
export { replyHeaders } from './in-process/web-fetch.ts';
