import { faker } from '@faker-js/faker';
import { defineFactory } from '@taproot/database';
import '../../app/organisations/organisation.ts';

/** Rows of `organisations`, for tests and seeders. */
export const organisationFactory = defineFactory('organisations', {
  random: faker,
  row: ({ sequence }) => ({ name: faker.company.name().slice(0, 80), slug: `organisation-${sequence}` }),
  states: { team: { plan: 'team' } },
});
