export { failureOf } from '../http/error-response.ts';
export { inject, type WireRequest } from './inject.ts';
export { replyHeaders } from './web-fetch.ts';
