// Not public: the driver hands requests to it, and nothing else of the request is to be measured here.
export { koaFinder } from '../../plugins/routing/src/koa/koa-router.ts';
export { parsePattern } from '../../plugins/routing/src/pattern/parse-pattern.ts';
