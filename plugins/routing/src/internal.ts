// For @taproot/testing alone, which makes contexts that no server made. Nothing here is promised to others.
export type { ReadBody } from './body/body.ts';
export { NodeExchange } from './exchange/exchange.ts';
export { HttpContext } from './exchange/http-context.ts';
export type { HttpRequest } from './exchange/http-request.ts';
export { writeResponse } from './exchange/write-response.ts';
export { runChain } from './http/run-chain.ts';
export { canonicalize } from './http/serve.ts';
export { ServedSite } from './http/served-site.ts';
export { framed, sendOver, socketPair } from './in-process/inject.ts';
