import type { AuthUser, Verdict } from '@taproot/auth';

/** Managers look after rooms. */
export class RoomPolicy {
  manage(user: AuthUser): Verdict {
    return user.role === 'manager';
  }
}
