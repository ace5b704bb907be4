import { useSuspenseQuery } from '@tanstack/react-query';
import { query } from '@taproot/client/query';
import { Link } from 'wouter';
import { api } from '../api.ts';
import { Articles } from '../parts/articles.tsx';
import { Tags } from '../parts/tags.tsx';
import { useToken } from '../session.ts';

interface Props {
  readonly tab: 'all' | 'feed' | 'tag';
  readonly tag?: string;
}

const active = (isActive: boolean): string => (isActive ? 'active' : '');

export const Home = ({ tab, tag }: Props) => {
  const token = useToken();
  const { data } = useSuspenseQuery(query(api.tags.index));
  return (
    <>
      {token !== null ? (
        <h1 className="unseen">Articles</h1>
      ) : (
        <section className="banner">
          <h1>conduit</h1>
          <p>A place to share your knowledge.</p>
        </section>
      )}
      <div className="columns">
        <div>
          <nav className="tabs" aria-label="Articles">
            {token !== null && (
              <Link href="/feed" className={active}>
                Your feed
              </Link>
            )}
            <Link href="/" className={active}>
              All articles
            </Link>
            {tag !== undefined && (
              <Link href={`/tag/${encodeURIComponent(tag)}`} className="active">
                #{tag}
              </Link>
            )}
          </nav>
          {tab === 'feed' ? (
            <Articles call={api.articles.feed} empty="Follow authors, and their articles appear here." />
          ) : (
            <Articles
              key={tag}
              call={api.articles.index}
              filter={tag === undefined ? {} : { tag }}
              empty="There are no articles yet."
            />
          )}
        </div>
        <aside>
          <h2>Tags</h2>
          {data.tags.length === 0 ? <p className="empty">None yet.</p> : <Tags tags={data.tags} />}
        </aside>
      </div>
    </>
  );
};
