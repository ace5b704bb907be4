import { useMutation, useQueryClient } from '@tanstack/react-query';
import { mutation } from '@taproot/client/query';
import { useLocation } from 'wouter';
import { api, type Profile } from '../api.ts';
import { useToken } from '../session.ts';

/** Follows or unfollows an author. */
export const Follow = ({ username, following }: Profile) => {
  const queries = useQueryClient();
  const [, go] = useLocation();
  const token = useToken();
  const { mutate, isPending } = useMutation({
    ...mutation(following ? api.profiles.unfollow : api.profiles.follow),
    onSuccess: () => queries.invalidateQueries(),
  });
  return (
    <button
      type="button"
      className="quiet"
      disabled={isPending}
      onClick={() => (token === null ? go('/login') : mutate({ params: { username } }))}
    >
      {following ? 'Unfollow' : 'Follow'} {username}
    </button>
  );
};
