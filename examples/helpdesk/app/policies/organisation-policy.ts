import type { AuthUser, Verdict } from '@taproot/auth';
import { isStaff } from '../users/is-staff.ts';

/** Staff sees the figures of its organisation, administrators look after it. */
export class OrganisationPolicy {
  work(user: AuthUser): Verdict {
    return isStaff(user);
  }

  manage(user: AuthUser): Verdict {
    return user.role === 'admin';
  }
}
