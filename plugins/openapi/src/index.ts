export type { ApiAccess, OpenApiConfig, OpenApiRouteMeta } from './config.ts';
export { errors } from './errors.ts';
export { openApi } from './plugin.ts';
