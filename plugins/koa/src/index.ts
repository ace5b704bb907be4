export { errors } from './errors.ts';
export { fromKoa, type KoaSource, type KoaStep, koaContext } from './from-koa.ts';
export { type ConfigureKoa, koa } from './plugin.ts';
