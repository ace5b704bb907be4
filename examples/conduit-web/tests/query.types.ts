// `npm run build` compiles this file against TanStack Query. It is never run.

import { useInfiniteQuery, useMutation, useQuery } from '@tanstack/react-query';
import type { ApiError } from '@taproot/client';
import { infinite, mutation, query } from '@taproot/client/query';
import { type Article, api } from '../src/api.ts';

// oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- two generic functions are alike only when A and B are the same
type Equal<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false;

// oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- the type argument is the assertion
const expectType = <_Truth extends true>(): void => undefined;

export const useQueries = () => {
  const { data, error } = useQuery(query(api.articles.show, { params: { slug: 'a' } }));
  expectType<Equal<typeof data, { article: Article } | undefined>>();
  if (error?.result.status === 404) expectType<Equal<typeof error.result.errors, { [member: string]: string[] }>>();
  // @ts-expect-error -- the route has no status 418
  if (error?.result.status === 418) return;

  const tags = useQuery({ ...query(api.tags.index), select: ({ tags }) => tags.length });
  expectType<Equal<typeof tags.data, number | undefined>>();

  // @ts-expect-error -- the path has a parameter
  query(api.articles.show);
  // @ts-expect-error -- it is called slug
  query(api.articles.show, { params: { id: 'a' } });
  // @ts-expect-error -- a number
  query(api.articles.index, { query: { limit: 'ten' } });
  // @ts-expect-error -- no call of a client
  query(() => Promise.resolve(1));
};

export const useMutations = () => {
  const { mutate, data, error } = useMutation(mutation(api.articles.store));
  expectType<Equal<typeof data, { article: Article } | undefined>>();
  expectType<typeof error extends ApiError<infer _Failure> | null ? true : false>();
  if (error?.result.status === 422) expectType<Equal<typeof error.result.errors.title, string[] | undefined>>();
  mutate({ body: { article: { title: '', description: '', body: '' } } });
  // @ts-expect-error -- the text is missing
  mutate({ body: { article: { title: '', description: '' } } });
  // @ts-expect-error -- no rule has this field
  mutate({ body: { article: { title: '', description: '', body: '', titel: '' } } });
};

export const usePages = () => {
  const next = ({ articlesCount }: { readonly articlesCount: number }) => (articlesCount > 10 ? 10 : undefined);
  const input = (offset: number) => ({ query: { offset } });
  const { data } = useInfiniteQuery(infinite(api.articles.index, { first: 0, next, input }));
  expectType<Equal<typeof data, undefined> extends true ? false : true>();
  expectType<Equal<NonNullable<typeof data>['pages'][number]['articlesCount'], number>>();
  // @ts-expect-error -- pages are numbers
  infinite(api.articles.index, { first: 'a', next, input });
};
