/// <reference types="node" preserve="true" />
export type { Application } from './application/application.ts';
export * from './application/facades.ts';
export { type Builder, type SetupOptions, setup } from './application/setup.ts';
// `export *` for files whose interfaces are extended: declaration merging does not reach an interface that is exported by name. Export
// these interfaces only here: when an interface is extended through two modules, the compiler loses some members.
export type * from './config/config-files.ts';
export { type Config, type ConfigFile, defineConfig } from './config/define-config.ts';
export type { Duration } from './config/duration.ts';
export type { Env } from './config/env.ts';
export type * from './contracts/provided.ts';
export { defineErrors, type ErrorTable } from './errors/define-errors.ts';
export { FrameworkError } from './errors/framework-error.ts';
export { hasCode } from './errors/thrown.ts';
export type * from './extensions.ts';
export { addressKey } from './http/addresses.ts';
export type { Context } from './http/context.ts';
export { defineMiddleware, type Handler, type Middleware, type Next, type ResourceController } from './http/handler.ts';
export * from './http/http-error.ts';
export type { Input, Request } from './http/request.ts';
export type { Response } from './http/response.ts';
export type { ResponseBuilder } from './http/response-builder.ts';
export type * from './http/uploaded-file.ts';
export { fromWeb } from './http/web-response.ts';
export { type RunOptions, run } from './run.ts';
