export { leaveParsed } from './body/body-type.ts';
export { checkJson } from './body/parse-json.ts';
export { abandon, breakOff, type Fault, isLeft, writeResponse } from './exchange/write-response.ts';
export { checkStatus, contentLength, sentBody } from './response/sent-body.ts';
export { RouteSearch } from './router/route-search.ts';
export { endPolitely } from './server/end-politely.ts';
