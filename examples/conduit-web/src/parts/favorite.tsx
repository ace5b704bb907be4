import { useMutation, useQueryClient } from '@tanstack/react-query';
import { mutation } from '@taproot/client/query';
import { useLocation } from 'wouter';
import { type ArticleSummary, api } from '../api.ts';
import { useToken } from '../session.ts';

/** Adds an article to the favorites, or removes it. */
export const Favorite = ({ slug, title, favorited, favoritesCount }: ArticleSummary) => {
  const queries = useQueryClient();
  const [, go] = useLocation();
  const token = useToken();
  const { mutate, isPending } = useMutation({
    ...mutation(favorited ? api.articles.unfavorite : api.articles.favorite),
    onSuccess: () =>
      Promise.all(
        ['articles.index', 'articles.feed', 'articles.show'].map((route) =>
          queries.invalidateQueries({ queryKey: [route] }),
        ),
      ),
  });
  return (
    <button
      type="button"
      className="favorite"
      aria-pressed={favorited}
      aria-label={`Favorite ${title}: ${favoritesCount}`}
      disabled={isPending}
      onClick={() => (token === null ? go('/login') : mutate({ params: { slug } }))}
    >
      <svg viewBox="0 0 24 24" aria-hidden="true">
        <path d="M12 20s-7-4.4-9-9c-1.5-3.6.8-7 4.2-7 2 0 3.7 1 4.8 2.8C13.1 5 14.8 4 16.8 4c3.4 0 5.7 3.4 4.2 7-2 4.6-9 9-9 9z" />
      </svg>
      {favoritesCount}
    </button>
  );
};
