import type { ApiError } from './api-error.ts';
import type { CallOptions, Reply } from './calls.ts';
import type { DataOf, FailureOf } from './results.ts';
import { routeNames } from './route-names.ts';

/** A call of a client, by its input and its result. */
type AnyCall<Input, Result> = (input: Input, options?: CallOptions) => Reply<Result>;

/** The input of a call; optional if the route needs none. */
type Given<Input> = undefined extends Input ? [input?: Input] : [input: Input];

/** The part of TanStack Query's context that this file uses. */
interface QueryContext {
  readonly signal: AbortSignal;
}

/** Options of a query. Calls of the client already repeat, so TanStack Query must not. */
export interface QueryOptions<Input, Result> {
  /** The route's name and the input: `queryClient.invalidateQueries({ queryKey: ['posts.index'] })`. */
  readonly queryKey: readonly [route: string, input: Input | undefined];
  /** Calls the route, and throws an `ApiError` unless it succeeds. */
  readonly queryFn: (context: QueryContext) => Promise<DataOf<Result>>;
  /** Off, because calls of the client already repeat. */
  readonly retry: false;
  /** Never set. It exists only to give `error` its type. */
  readonly throwOnError?: (error: ApiError<FailureOf<Result>>) => boolean;
}

/**
 * Options for `useQuery()` of TanStack Query.
 * @example useQuery(query(api.posts.index, { query: { page: 2 } }))
 */
export const query = <Input, Result>(
  call: AnyCall<Input, Result>,
  ...[input]: Given<Input>
): QueryOptions<Input, Result> => ({
  queryKey: [nameOf(call), input],
  queryFn: ({ signal }) => call(input as Input, { signal }).data(),
  retry: false,
});

/** Options of an infinite query. */
export interface InfiniteOptions<Input, Result, Page> {
  /** The route's name and the input of the first page. */
  readonly queryKey: readonly [route: string, input: Input | undefined, pages: 'pages'];
  /** Calls the route, and throws an `ApiError` unless it succeeds. */
  readonly queryFn: (context: QueryContext & { readonly pageParam: Page }) => Promise<DataOf<Result>>;
  /** The first page. */
  readonly initialPageParam: Page;
  /** The page after the last loaded one. */
  readonly getNextPageParam: (last: DataOf<Result>, all: DataOf<Result>[]) => Page | undefined | null;
  /** Off, because calls of the client already repeat. */
  readonly retry: false;
  /** Never set. It exists only to give `error` its type. */
  readonly throwOnError?: (error: ApiError<FailureOf<Result>>) => boolean;
}

/** How pages follow each other. */
export interface Pages<Input, Result, Page> {
  /** The first page. */
  readonly first: Page;
  /** The page after the last one; undefined if there is none. */
  readonly next: (last: DataOf<Result>, all: DataOf<Result>[]) => Page | undefined | null;
  /** The input of a page. */
  readonly input: (page: Page) => Input;
}

/**
 * Options for `useInfiniteQuery()` of TanStack Query.
 * @example useInfiniteQuery(infinite(api.posts.index, { first: 1, next: (last) => last.next, input: (page) => ({ query: { page } }) }))
 */
export const infinite = <Input, Result, Page>(
  call: AnyCall<Input, Result>,
  { first, next, input }: Pages<Input, Result, Page>,
): InfiniteOptions<Input, Result, Page> => ({
  queryKey: [nameOf(call), input(first), 'pages'],
  queryFn: ({ signal, pageParam }) => call(input(pageParam), { signal }).data(),
  initialPageParam: first,
  getNextPageParam: next,
  retry: false,
});

/** Options of a mutation. */
export interface MutationOptions<Input, Result> {
  /** The route's name. */
  readonly mutationKey: readonly [route: string];
  /** Calls the route, and throws an `ApiError` unless it succeeds. */
  readonly mutationFn: (input: Input) => Promise<DataOf<Result>>;
  /** Never set. It exists only to give `error` its type. */
  readonly throwOnError?: (error: ApiError<FailureOf<Result>>) => boolean;
}

/**
 * Options for `useMutation()` of TanStack Query. Its variables are the input of the route.
 * @example const { mutate, error } = useMutation(mutation(api.posts.store)); mutate({ body: { title } });
 */
export const mutation = <Input, Result>(call: AnyCall<Input, Result>): MutationOptions<Input, Result> => ({
  mutationKey: [nameOf(call)],
  mutationFn: (input) => call(input).data(),
});

const nameOf = (call: object): string => {
  const name = routeNames.get(call);
  if (name === undefined) throw new TypeError('This is no call of a client that createClient() made');
  return name;
};
