import type { AuthUser } from '@taproot/auth';

class RoomPolicy {
  clean(user: AuthUser): boolean {
    return user.id === 1;
  }
}

export const policies = { room: RoomPolicy };

declare module '@taproot/auth' {
  interface Policies extends Readonly<typeof policies> {}
}
