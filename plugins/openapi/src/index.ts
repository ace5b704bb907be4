export { type BodyType, bodyType } from './body-type.ts';
export type {
  OpenApiAccess,
  OpenApiClientConfig,
  OpenApiConfig,
  OpenApiDocumentConfig,
  OpenApiFurtherConfig,
  OpenApiHeader,
  OpenApiParameter,
  OpenApiRouteMeta,
  OpenApiRoutes,
  OpenApiValue,
} from './config.ts';
export type {
  OpenApiDocumentContext,
  OpenApiHooks,
  OpenApiOperationContext,
  OpenApiProblem,
  OpenApiProblemContext,
} from './document/hooks.ts';
export { errors } from './errors.ts';
export { openapi } from './plugin.ts';
