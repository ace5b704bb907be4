export { ApiError } from './api-error.ts';
export { type BearerOptions, bearer } from './bearer.ts';
export type {
  AnyRouteTable,
  Call,
  CallOptions,
  DatedRouteTable,
  DateTable,
  OpenCall,
  Progress,
  RawBody,
  Reply,
  RouteTable,
  RouteTypes,
  Timeout,
} from './calls.ts';
export { type ClientOptions, type ClientSettings, createClient } from './create-client.ts';
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
  NotModified,
  Ok,
  Outcome,
  Problem,
  Redirected,
} from './results.ts';
