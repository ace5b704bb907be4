import { useMutation, useQueryClient, useSuspenseQuery } from '@tanstack/react-query';
import { mutation, query } from '@taproot/client/query';
import { Markdown } from 'markdown-to-jsx';
import { Link, useLocation } from 'wouter';
import { api } from '../api.ts';
import { Byline } from '../parts/byline.tsx';
import { Comments } from '../parts/comments.tsx';
import { Favorite } from '../parts/favorite.tsx';
import { Follow } from '../parts/follow.tsx';
import { Tags } from '../parts/tags.tsx';
import { useViewer } from '../viewer.ts';

const ArticlePage = ({ slug }: { slug: string }) => {
  const { data } = useSuspenseQuery(query(api.articles.show, { params: { slug } }));
  const { article } = data;
  const viewer = useViewer();
  return (
    <>
      <article className="text">
        <h1>{article.title}</h1>
        <div className="row">
          <Byline {...article} />
          <div className="actions">
            {viewer?.username === article.author.username ? <Own slug={slug} /> : <Follow {...article.author} />}
            <Favorite {...article} />
          </div>
        </div>
        <Markdown options={{ disableParsingRawHTML: true, forceBlock: true }}>{article.body}</Markdown>
        <Tags tags={article.tagList} />
      </article>
      <Comments slug={slug} />
    </>
  );
};

export default ArticlePage;

/** What authors may do with their articles. */
const Own = ({ slug }: { slug: string }) => {
  const queries = useQueryClient();
  const [, go] = useLocation();
  const { mutate, isPending } = useMutation({
    ...mutation(api.articles.destroy),
    onSuccess() {
      go('/');
      return queries.invalidateQueries({ queryKey: ['articles.index'] });
    },
  });
  return (
    <>
      <Link href={`/editor/${encodeURIComponent(slug)}`} className="quiet button">
        Edit
      </Link>
      <button type="button" className="quiet" disabled={isPending} onClick={() => mutate({ params: { slug } })}>
        Delete
      </button>
    </>
  );
};
