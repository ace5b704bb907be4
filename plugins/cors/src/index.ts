export type { CorsConfig, CorsOptions, OriginRule, OriginTest } from './config.ts';
export { errors } from './errors.ts';
export { cors } from './plugin.ts';
