export { reviveDates } from './dates.ts';
export { encodeBody, encodeUrl, type Input } from './encode.ts';
export type { Spec } from './spec.ts';
