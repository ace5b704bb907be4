import { Link } from 'wouter';
import type { ArticleSummary } from '../api.ts';
import { Avatar } from './avatar.tsx';

const dates = new Intl.DateTimeFormat('en', { dateStyle: 'long' });

/** Who wrote something, and when. */
export const Byline = ({ author, createdAt }: Pick<ArticleSummary, 'author' | 'createdAt'>) => (
  <div className="byline">
    <Avatar {...author} />
    <div>
      <Link href={`/profile/${encodeURIComponent(author.username)}`}>{author.username}</Link>
      <time dateTime={createdAt}>{dates.format(new Date(createdAt))}</time>
    </div>
  </div>
);
