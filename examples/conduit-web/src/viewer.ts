import { useQuery } from '@tanstack/react-query';
import { query } from '@taproot/client/query';
import { api, type User } from './api.ts';
import { useToken } from './session.ts';

/** The user who is logged in; null for a guest. */
export const useViewer = (): User | null => {
  const token = useToken();
  const { data } = useQuery({ ...query(api.users.show), enabled: token !== null });
  return token === null ? null : (data?.user ?? null);
};
