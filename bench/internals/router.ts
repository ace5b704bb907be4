// Not public: the driver hands requests to it, and nothing else of the request is to be measured here.
export { parsePattern } from '../../plugins/routing/src/pattern/parse-pattern.ts';
export { RouteSearch } from '../../plugins/routing/src/router/route-search.ts';
