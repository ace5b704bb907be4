// Only for the packages of this repository. A patch release may change or remove anything in here.

export { type ConfigOrigin, configOriginOf, settingPlace, type VariableOrigin } from './application/config-origin.ts';
export { checkCallback } from './application/declare-plugin.ts';
export { allowMissingKey } from './application/derived-keys.ts';
export { devtoolsToken } from './application/per-app.ts';
export type { MakeDriver, Step, StepRun, Steps } from './application/plugin.ts';
export type { DeepPartial } from './config/define-config.ts';
export { parseDotenv } from './config/dotenv.ts';
export { createEnv } from './config/env.ts';
export { frozenCopy, openRecord } from './config/merge-config.ts';
export type { Abilities } from './contracts/abilities.ts';
export type { Messages, MiddlewareSlot } from './contracts/contributions.ts';
export { dayOf, EndedRows } from './contracts/ended-rows.ts';
export type { OpenRequest } from './contracts/figures.ts';
export type { DeclaredWebhook, JobQueue, QueuedRun, QueuedWork } from './contracts/jobs.ts';
export type { KeptMail, Mailbox as KeptMails } from './contracts/mailbox.ts';
export { type AssetProps, type AssetTag, type AssetTags, assetHtml, type PageProps } from './contracts/pages.ts';
export { hasRedis, type OpenRedis, type RedisClient } from './contracts/redis.ts';
export { type OpenRowStore, withTables } from './contracts/rows.ts';
export type { SealOptions } from './contracts/seals.ts';
export type { LoginSession, OpenLoginSession } from './contracts/sessions.ts';
export type { Source } from './contracts/sources.ts';
export type { ErrorFactory, ErrorRow, TableError } from './errors/define-errors.ts';
export { errors } from './errors/errors.ts';
export { type AuthorFrame, authorFrame, framePlace, isAuthored, placeOf, showFrame } from './errors/frames.ts';
export type { FrameworkErrorInit, TextValues } from './errors/framework-error.ts';
export { importOptional, requireOptional } from './errors/import-optional.ts';
export { reasonOf, thrownValue } from './errors/thrown.ts';
export { readGenerated, writeGenerated } from './generated-file.ts';
export type { AnyHookMap, TapRecord } from './hooks/any-hook.ts';
export { describeHooks, type HookInfo, type TapInfo } from './hooks/describe-hooks.ts';
export { supervise, superviseSync } from './hooks/supervise.ts';
export { isLocalRequest } from './http/addresses.ts';
export type { Cookie, CookieOptions } from './http/cookie.ts';
export type { Answer, Exchange, Found, Params, RouteFinder } from './http/driver.ts';
export type { GivenMiddleware, Json, MiddlewareFunction } from './http/handler.ts';
export type { HandlerData, Hint, MaybeNothing, Sendable } from './http/handler-data.ts';
export type { BodyOf, StatusOf } from './http/reply.ts';
export type { FileBody, ResponseBody } from './http/response.ts';
export type {
  BodyNotAwaited,
  EventStreamOptions,
  EventStreamSource,
  NamedFile,
  ResponseOrigin,
  ServerSentEvents,
  StatusResponses,
  StreamSource,
  UpgradeAccept,
} from './http/response-builder.ts';
export type { Chain, Route, RouteParameter } from './http/route.ts';
export type {
  PathParameter,
  RouteController,
  RouteKind,
  RouteMetaValues,
  RouteRedirect,
  SocketDescription,
} from './http/route-info.ts';
export type { ParamNames, RouteArguments, RouteName, RouteNameInput, RouteParams } from './http/route-names.ts';
export {
  type Actor,
  actAs,
  actorOf,
  bindFields,
  inputOf,
  type SharesInput,
  sharedInput,
} from './http/shared-request.ts';
export { isResponse, isWebResponse } from './http/web-response.ts';
export { entryOf, nearest } from './names/nearest.ts';
export { addedNames, whoAdds } from './names/official.ts';
export { Outage } from './outage.ts';
export { reportToConsole } from './process/report-to-console.ts';
export { bootApplication } from './run/check-boot.ts';
export { explain } from './run/explain.ts';
export { describeSource, type SourceFault } from './run/source-error.ts';
export type { TraceChannels, TraceSubscriber } from './trace/channels.ts';
export type { ChannelDefinition } from './trace/define-channel.ts';
export type {
  CommandEvent,
  GateEvent,
  HandlerEvent,
  HookEvent,
  MiddlewareEvent,
  QueryEvent,
  RequestEvent,
  ThrottleEvent,
  ValidationEvent,
} from './trace/events.ts';
export { currentWork, type TracedApplication, type Tracing, type WorkScope, workScopeOf } from './trace/origin.ts';
export type { DurationMetric } from './trace/traced-work.ts';
