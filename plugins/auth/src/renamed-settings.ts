import type { RenamedSettings } from '@taproot/core/plugin';

/** Both guards of ours once had minutes here; a guard of another driver may have a `ttl` of its own. */
const inMinutes = (name: string) => ({
  name,
  convert: (minutes: unknown): unknown => (typeof minutes === 'number' ? minutes * 60 : minutes),
  when: ({ driver }: { readonly driver?: unknown }): boolean =>
    [undefined, 'jwt', 'token'].some((own) => own === driver),
});

/** Settings of config/auth.ts that had another name. */
export const authRenamed: RenamedSettings = {
  'auth.guards.*.ttl': inMinutes('lifetime'),
  'auth.guards.*.refresh_ttl': inMinutes('refresh_lifetime'),
  'auth.revocation.memory.max_entries': 'max_keys',
};
