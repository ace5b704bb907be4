// For the packages of this repository alone: there is no promise about any of it, and a patch may change it.

export type { ReadBody } from './body/body.ts';
export { NodeExchange } from './exchange/exchange.ts';
export { HttpContext } from './exchange/http-context.ts';
export type { HttpRequest } from './exchange/http-request.ts';
export { writeResponse } from './exchange/write-response.ts';
export { runChain } from './http/run-chain.ts';
export { canonicalize } from './http/serve.ts';
export { ServedSite } from './http/served-site.ts';
export { framed, sendOver, socketPair } from './in-process/inject.ts';
export { type ErrorView, errorView } from './shared/error-view.ts';
export { Note } from './shared/note.ts';
export { pathMask } from './shared/path-mask.ts';
export { type TapWatcher, watchTaps } from './shared/watch-taps.ts';
