export { hashKey } from './api-key-guard.ts';
export { errors } from './errors.ts';
export type { ApiKeyOptions } from './options.ts';
export { apiKey } from './plugin.ts';
