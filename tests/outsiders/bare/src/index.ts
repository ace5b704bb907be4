export type { Bare, BareStep, Next } from './bare.ts';
export { bare } from './plugin.ts';
