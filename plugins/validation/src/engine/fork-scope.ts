import type { Scope } from '../rules/scope.ts';

/** What a scope says now, for checks that go on when its run has moved to other fields. */
export const forkScope = (scope: Scope): Scope => {
  const { root, path, ctx, locale, services, data } = scope;
  return { root, path: path.slice(), ctx, locale, services, data, state: (token, make) => scope.state(token, make) };
};
