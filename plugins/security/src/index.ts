export type { ContentSecurityPolicy, SecurityConfig, StrictTransport } from './config.ts';
export { errors } from './errors.ts';
export { security } from './plugin.ts';
