import { faker } from '@faker-js/faker';
import { defineFactory } from '@taproot/database';
import '../../app/users/user.ts';

/** Rows of `users`, for tests and seeders. Nobody can log in with their password. */
export const userFactory = defineFactory('users', {
  random: faker,
  row: ({ sequence }) => ({ email: `user-${sequence}@example.com`, password: '', created_at: new Date() }),
  states: { manager: { role: 'manager' } },
});
