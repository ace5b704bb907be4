/** The part of a request that links need; `ctx.request()` has it. */
export interface LinkedRequest {
  /** The address of the request, with its query. */
  fullUrl(): string;
}

/** Builds the address of another page: the address of the request with other parameters. Null without a request. */
export const linkTo = (
  request: LinkedRequest | undefined,
  parameters: Readonly<Record<string, string | number>>,
): string | null => {
  if (request === undefined) return null;
  const [path = '', query = ''] = request.fullUrl().split('?', 2);
  const search = new URLSearchParams(query);
  for (const [name, value] of Object.entries(parameters)) search.set(name, String(value));
  return `${path}?${search.toString()}`;
};
