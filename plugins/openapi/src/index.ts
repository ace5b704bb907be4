export type { OpenApiConfig, OpenApiRouteMeta } from './config.ts';
export { errors } from './errors.ts';
export { openApi } from './plugin.ts';
