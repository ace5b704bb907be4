import { faker } from '@faker-js/faker';
import { defineFactory } from '@taproot/database';
import '../../app/users/user.ts';
import { organisationFactory } from './organisation-factory.ts';

/** Rows of `users`: customers, unless a state says otherwise. Nobody can log in with their password. */
export const userFactory = defineFactory('users', {
  random: faker,
  row: ({ sequence }) => ({
    name: faker.person.firstName(),
    email: `user-${sequence}@example.com`,
    password: '',
    role: 'customer',
    confirmed_at: new Date(),
    created_at: new Date(),
  }),
  parents: { organisation_id: organisationFactory },
  states: { agent: { role: 'agent' }, admin: { role: 'admin' } },
});
