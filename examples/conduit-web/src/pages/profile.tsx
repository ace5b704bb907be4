import { useSuspenseQuery } from '@tanstack/react-query';
import { query } from '@taproot/client/query';
import { Link } from 'wouter';
import { api } from '../api.ts';
import { Articles } from '../parts/articles.tsx';
import { Avatar } from '../parts/avatar.tsx';
import { Follow } from '../parts/follow.tsx';
import { useViewer } from '../viewer.ts';

interface Props {
  readonly username: string;
  /** Whether their favorites are shown, in place of their own articles. */
  readonly favorites: boolean;
}

const active = (isActive: boolean): string => (isActive ? 'active' : '');

export const ProfilePage = ({ username, favorites }: Props) => {
  const { profile } = useSuspenseQuery(query(api.profiles.show, { params: { username } })).data;
  const viewer = useViewer();
  const path = `/profile/${encodeURIComponent(username)}`;
  return (
    <>
      <section className="person">
        <Avatar {...profile} />
        <h1>{profile.username}</h1>
        {profile.bio && <p>{profile.bio}</p>}
        {viewer?.username === username ? (
          <Link href="/settings" className="quiet button">
            Edit profile
          </Link>
        ) : (
          <Follow {...profile} />
        )}
      </section>
      <nav className="tabs" aria-label="Articles">
        <Link href={path} className={active}>
          Articles
        </Link>
        <Link href={`${path}/favorites`} className={active}>
          Favorites
        </Link>
      </nav>
      <Articles
        key={String(favorites)}
        call={api.articles.index}
        filter={favorites ? { favorited: username } : { author: username }}
        empty={favorites ? 'No favorites yet.' : 'No articles yet.'}
      />
    </>
  );
};
