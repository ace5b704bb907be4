export type { DetailsGate, HealthConfig } from './config.ts';
export { errors } from './errors.ts';
export type { CheckReport, HealthReport } from './http/report.ts';
export { health } from './plugin.ts';
