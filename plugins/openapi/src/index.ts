export { type BodyType, bodyType } from './body-type.ts';
export type { OpenApiAccess, OpenApiClientConfig, OpenApiConfig, OpenApiRouteMeta } from './config.ts';
export type { OpenApiHooks, OpenApiOperationContext, OpenApiProblem, OpenApiProblemContext } from './document/hooks.ts';
export { errors } from './errors.ts';
export { openapi } from './plugin.ts';
