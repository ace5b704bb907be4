export { type BodyType, type } from './body-type.ts';
export type { ApiAccess, OpenApiConfig, OpenApiRouteMeta } from './config.ts';
export { errors } from './errors.ts';
export type { ApiHooks, ApiOperationContext, ApiProblem, ApiProblemContext } from './hooks.ts';
export { openApi } from './plugin.ts';
