// What plugins use beside `@taproot/core`. docs/plugins.md teaches it; tests/architecture/entries.test.ts says who uses each name.

export type { AppHooks } from './application/app-hooks.ts';
export { perApp } from './application/per-app.ts';
export {
  type AnyPlugin,
  definePlugin,
  type NoSteps,
  type Plugin,
  type PluginDefinition,
} from './application/plugin.ts';
export type { Options } from './config/define-config.ts';
export type { Settings } from './config/duration.ts';
export { durations, seconds } from './config/duration.ts';
export { orNull } from './config/merge-config.ts';
export type {
  DeclaredNames,
  HealthCheck,
  HealthDetails,
  LocaleMessages,
  LongestWait,
  PlacedMiddleware,
} from './contracts/contributions.ts';
export type { Figure, ObserveFigure } from './contracts/figures.ts';
export type { PresenceQuery, PresenceVerifier, UniqueViolation } from './contracts/presence.ts';
export type { RedisConnection, RedisUse } from './contracts/redis.ts';
export { openRedis } from './contracts/redis.ts';
export type { Row, RowStore, Scalar } from './contracts/rows.ts';
export { type Seals, sealsOf } from './contracts/seals.ts';
export type { SourceReader } from './contracts/sources.ts';
export type { LocalText, Texts } from './contracts/texts.ts';
export { type AfterCommit, afterCommitOf } from './contracts/transactions.ts';
export { type SparseReport, sparseReport } from './errors/blame.ts';
export { callPlace, type Place } from './errors/frames.ts';
export { describeValue, isError } from './errors/thrown.ts';
export type { AnyHook, HookIndex, HookTable } from './hooks/any-hook.ts';
export { Stage } from './hooks/stage.ts';
export { withDeadline } from './hooks/with-deadline.ts';
export type { DriverSite, HttpDriver } from './http/driver.ts';
export type { HandlerResult } from './http/handler-data.ts';
export * from './http/middleware-description.ts';
export type { Reply } from './http/reply.ts';
export type { EventStreamClient, ServerSentEvent } from './http/response-builder.ts';
export type { RoutePattern, RouteSegment } from './http/route.ts';
export type { RouteInfo } from './http/route-info.ts';
export { after, isPromise, lazy } from './later.ts';
export { languageTag } from './locale.ts';
export { didYouMean } from './names/nearest.ts';
export type { ReportOrigin } from './process/report-to-console.ts';
export { channels, type TraceChannel, traceChannel } from './trace/channels.ts';
export { defineChannel, type WorkChannel } from './trace/define-channel.ts';
export type { TraceEvent } from './trace/events.ts';
export { type Origin, originOf } from './trace/origin.ts';
export { trace } from './trace/trace.ts';
export { type AnyTracedWork, type TracedWork, tracedWork } from './trace/traced-work.ts';
