export type { ViteConfig } from './config.ts';
export { errors } from './errors.ts';
export { vite } from './plugin.ts';
export type { Vite } from './vite.ts';
