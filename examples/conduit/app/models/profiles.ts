import type { ExpressionBuilder, Tables } from '@taproot/database';
import { db } from '../facades.ts';

/** A user as others see them. */
interface Profile {
  readonly username: string;
  readonly bio: string | null;
  readonly image: string | null;
  /** As the database returns it: a boolean or a number. */
  readonly following: unknown;
}

export const toProfile = ({ following, ...user }: Profile) => ({ ...user, following: Boolean(following) });

/** The columns that `toProfile()` reads, of the user who is joined as `author`. */
export const profileColumns =
  (reader: number) => (eb: ExpressionBuilder<Tables & { author: Tables['users'] }, 'author'>) => {
    const follows = eb.selectFrom('follows').select('followed_id').whereRef('followed_id', '=', 'author.id');
    return [
      'author.username' as const,
      'author.bio' as const,
      'author.image' as const,
      eb.exists(follows.where('follower_id', '=', reader)).as('following'),
    ];
  };

/** The profile of a user of this name as `reader` sees it, and the id. */
export const findProfile = async (reader: number, username: string) => {
  const user = db().selectFrom('users as author').where('author.username', '=', username);
  const found = await user.select('author.id').select(profileColumns(reader)).executeTakeFirst();
  if (found === undefined) return undefined;
  const { id, ...profile } = found;
  return { id, profile: toProfile(profile) };
};

/** Follows a user; a second call changes nothing. */
export const follow = (follower_id: number, followed_id: number) => {
  const row = db().insertInto('follows').values({ follower_id, followed_id });
  return row.onConflict((there) => there.doNothing()).execute();
};

export const unfollow = (follower: number, followed: number) =>
  db().deleteFrom('follows').where('follower_id', '=', follower).where('followed_id', '=', followed).execute();
