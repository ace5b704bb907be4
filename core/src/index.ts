export { Application } from './application/application.ts';
export { type Builder, type SetupOptions, setup } from './application/setup.ts';
export * from './config/config-files.ts';
export type { Duration } from './config/duration.ts';
export type { Env } from './config/env.ts';
export { defineErrors } from './errors/define-errors.ts';
export { FrameworkError } from './errors/framework-error.ts';
export { hasCode } from './errors/thrown.ts';
export type * from './hooks/any-hook.ts';
export { addressKey } from './http/address-key.ts';
// Whole files where interfaces are merged: a declaration does not reach an interface that is exported by its name.
export type * from './http/context.ts';
export {
  defineMiddleware,
  type Handler,
  type Json,
  type Middleware,
  type MiddlewareFunction,
  type Next,
  type ResourceController,
} from './http/handler.ts';
export type { HandlerData, HandlerResult } from './http/handler-data.ts';
export * from './http/http-error.ts';
export type * from './http/request.ts';
export type { Response } from './http/response.ts';
export type { EventStreamClient, ResponseBuilder, ServerSentEvent } from './http/response-builder.ts';
export type * from './http/route-info.ts';
export type * from './http/route-names.ts';
export type { UploadedFile } from './http/uploaded-file.ts';
export { fromWeb } from './http/web-response.ts';
export type * from './plugin/extensions.ts';
export { createFacades, type FacadesHandle } from './plugin/facades.ts';
export { type RunOptions, run } from './process/run.ts';
