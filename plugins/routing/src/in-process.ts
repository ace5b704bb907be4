// For @taproot/testing: requests without a socket, and contexts of requests that no server received. Any release may change it.

export type { ReadBody } from './body/body.ts';
export { failureOf, NodeExchange } from './exchange/exchange.ts';
export { HttpContext } from './exchange/http-context.ts';
export type { HttpRequest } from './exchange/http-request.ts';
export { writeResponse } from './exchange/write-response.ts';
export { runChain } from './http/run-chain.ts';
export { canonicalize } from './http/serve.ts';
export { ServedSite } from './http/served-site.ts';
export { framed, inject, sendOver, socketPair, type WireRequest } from './in-process/inject.ts';
export { replyHeaders } from './in-process/web-fetch.ts';
