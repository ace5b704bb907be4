export type { OtelConfig, OtelSpan } from './config.ts';
export { errors } from './errors.ts';
export { otel } from './plugin.ts';
export { resourceAttributes } from './resource-attributes.ts';
