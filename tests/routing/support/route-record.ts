import type { Route } from '@taproot/core/internal';
import type { RouteInfo } from '@taproot/core/plugin';
import { parsePattern } from '../../../plugins/routing/src/pattern/parse-pattern.ts';

/** A route that is only looked for. */
export const routeRecord = (
  methods: readonly string[],
  path: string,
  more: Partial<Pick<Route, 'pattern' | 'files'>> = {},
): Route => ({
  info: { path, methods } as RouteInfo,
  methods,
  pattern: parsePattern(path),
  files: false,
  middleware: [],
  handler: () => undefined,
  rawBody: false,
  ...more,
});
