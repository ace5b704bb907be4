export { hostFor, hostOf } from './koa-host.ts';
export { KoaRun } from './koa-run.ts';
