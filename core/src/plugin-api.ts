export type { AppHooks } from './application/app-hooks.ts';
export { Application } from './application/application.ts';
export { bootApplication } from './application/check-boot.ts';
export { type Builder, type SetupOptions, setup } from './application/setup.ts';
export * from './config/config-files.ts';
export { parseDotenv } from './config/dotenv.ts';
export { type Duration, durations, type Seconds, seconds } from './config/duration.ts';
export { createEnv, type Env } from './config/env.ts';
export { isSecretEntry, isSecretName, maskSecrets, maskUrls } from './config/mask-secrets.ts';
export { frozenCopy, openRecord } from './config/merge-config.ts';
export type * from './config/renamed-settings.ts';
export { type SparseReport, sparseReport } from './errors/blame.ts';
export {
  defineErrors,
  type ErrorFactory,
  type ErrorRow,
  type ErrorTable,
  type TableError,
} from './errors/define-errors.ts';
export { type AuthorFrame, authorFrame, isAuthored, Place, placeOf, showFrame } from './errors/frames.ts';
export { FrameworkError, type FrameworkErrorInit } from './errors/framework-error.ts';
export { describeValue, hasCode, isError, thrownValue } from './errors/thrown.ts';
export { errors } from './errors.ts';
export type * from './hooks/any-hook.ts';
export { describeHooks, type HookInfo, type TapInfo } from './hooks/describe-hooks.ts';
export { Stage } from './hooks/stage.ts';
export { supervise, superviseSync } from './hooks/supervise.ts';
export { type TapWatcher, watchTaps } from './hooks/watch-taps.ts';
export { withDeadline } from './hooks/with-deadline.ts';
export { addressKey } from './http/address-key.ts';
export type * from './http/context.ts';
export type * from './http/cookie.ts';
export type * from './http/driver.ts';
export { type ErrorView, errorView } from './http/error-view.ts';
export type * from './http/handler.ts';
export type { HandlerData, HandlerResult, NotPlainData, SendsPlainData } from './http/handler-data.ts';
export * from './http/http-error.ts';
export * from './http/middleware-description.ts';
export type { BodyOf, Reply, StatusOf } from './http/reply.ts';
export type * from './http/request.ts';
export type * from './http/response.ts';
export type * from './http/response-builder.ts';
export type * from './http/route.ts';
export type * from './http/route-info.ts';
export type * from './http/route-names.ts';
export type * from './http/uploaded-file.ts';
export { bindFields, checkHeaderName, checkHeaderValue } from './http/values.ts';
export { fromWeb, isResponse, isWebResponse } from './http/web-response.ts';
export { after, isPromise, lazy } from './later.ts';
export { type FindText, type LocalText, languageTag, type TextValues } from './locale.ts';
export { didYouMean, nearest } from './nearest.ts';
export { Outage } from './outage.ts';
export type * from './plugin/extensions.ts';
export { createFacades, type FacadesHandle } from './plugin/facades.ts';
export { importOptional, requireOptional } from './plugin/import-optional.ts';
export { addedNames, checkCallback, whoAdds } from './plugin/official.ts';
export { openRedis, type RedisUse } from './plugin/open-redis.ts';
export { perApp } from './plugin/per-app.ts';
export * from './plugin/plugin.ts';
export type * from './plugin/provided.ts';
export { explain } from './process/explain.ts';
export type { ReportOrigin } from './process/report-to-console.ts';
export { type RunOptions, run } from './process/run.ts';
export * from './trace/channels.ts';
export type * from './trace/events.ts';
export { trace } from './trace/trace.ts';
