import type { Route } from '@taproot/core/internal';

/** Names the handler of a request in an error: `The handler of GET /posts/{id} at routes/api.ts:12`. */
export const handlerOf = ({ route }: { readonly route: Route | null }): string => {
  if (route === null) return 'The fallback';
  const { method, path, place } = route.info;
  return `The handler of ${method} ${path}${place === '' ? '' : ` at ${place}`}`;
};
