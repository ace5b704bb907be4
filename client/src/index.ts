export { ApiError } from './api-error.ts';
export { type BearerOptions, bearer } from './bearer.ts';
export type { Call, CallOptions, OpenCall, Progress, Reply, RouteTable, RouteTypes, Timeout } from './calls.ts';
export { type ClientOptions, createClient } from './create-client.ts';
export type { EventStream, ServerEvent } from './events.ts';
export type { HeaderValues } from './perform.ts';
export type { ApiRequest, Fetch, Use } from './requests.ts';
export type {
  DataOf,
  Failed,
  FailureOf,
  Invalid,
  Lost,
  LostReason,
  Ok,
  Outcome,
  Problem,
  Redirected,
} from './results.ts';
