import { useSyncExternalStore } from 'react';

const key = 'conduit.token';
const listeners = new Set<() => void>();

const set = (token: string | null): void => {
  if (token === null) localStorage.removeItem(key);
  else localStorage.setItem(key, token);
  for (const listener of listeners) listener();
};

/** The login of the user: a token that stays when the page is closed. */
export const session = {
  token: (): string | null => localStorage.getItem(key),
  start: (token: string): void => set(token),
  end: (): void => set(null),
  subscribe: (listener: () => void) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
};

// Fires when another tab logs in or out.
addEventListener('storage', (event) => {
  if (event.key === key) for (const listener of listeners) listener();
});

/** The token, for components that change with it. */
export const useToken = (): string | null => useSyncExternalStore(session.subscribe, session.token);
