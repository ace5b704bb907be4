import { useSuspenseInfiniteQuery } from '@tanstack/react-query';
import { infinite } from '@taproot/client/query';
import { Link } from 'wouter';
import type { api } from '../api.ts';
import { Byline } from './byline.tsx';
import { Favorite } from './favorite.tsx';
import { Tags } from './tags.tsx';

interface Props {
  /** The route that lists: `articles.index` or `articles.feed`. */
  readonly call: typeof api.articles.index;
  readonly filter?: { readonly tag?: string; readonly author?: string; readonly favorited?: string };
  /** Shown in place of an empty list. */
  readonly empty: string;
}

const limit = 10;

/** Articles, newest first, ten at a time. */
export const Articles = ({ call, filter = {}, empty }: Props) => {
  const { data, hasNextPage, isFetchingNextPage, fetchNextPage } = useSuspenseInfiniteQuery(
    infinite(call, {
      first: 0,
      next: ({ articlesCount }, pages) => (pages.length * limit < articlesCount ? pages.length * limit : undefined),
      input: (offset) => ({ query: { ...filter, offset, limit } }),
    }),
  );
  const articles = data.pages.flatMap((page) => page.articles);
  if (articles.length === 0) return <p className="empty">{empty}</p>;
  return (
    <>
      {articles.map((article) => (
        <article key={article.slug} className="preview">
          <div className="row">
            <Byline {...article} />
            <Favorite {...article} />
          </div>
          <Link href={`/article/${encodeURIComponent(article.slug)}`}>
            <h2>{article.title}</h2>
            <p>{article.description}</p>
          </Link>
          <Tags tags={article.tagList} />
        </article>
      ))}
      {hasNextPage && (
        <button type="button" className="quiet" disabled={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          More articles
        </button>
      )}
    </>
  );
};
