import type { Application } from '@taproot/core';
import type { http } from '@taproot/testing';
import type { Api, routes } from '../../client/shop/api/routes.js';

/** Options of a query, as a hook takes them. The build of examples/conduit-web compiles those of TanStack Query itself. */
interface Query<Data> {
  readonly queryKey: readonly unknown[];
  readonly queryFn: (context: { readonly signal: AbortSignal }) => Promise<Data>;
}

interface InfiniteQuery<Data, Page> {
  readonly queryKey: readonly unknown[];
  readonly queryFn: (context: { readonly signal: AbortSignal; readonly pageParam: Page }) => Promise<Data>;
  readonly initialPageParam: Page;
  readonly getNextPageParam: (last: Data, all: Data[]) => Page | undefined | null;
}

/** Names that the code of docs/client.md uses and does not declare. */
export interface Given {
  readonly api: Api;
  readonly app: Application;
  readonly http: typeof http;
  readonly routes: typeof routes;
  readonly route: { fetch(request: Request): Promise<Response> };
  readonly session: { readonly token: string; refresh(): Promise<string> };
  useQuery<Data>(options: Query<Data>): void;
  useMutation(options: { readonly mutationFn: (input: never) => Promise<unknown> }): void;
  useInfiniteQuery<Data, Page>(options: InfiniteQuery<Data, Page>): void;
}
