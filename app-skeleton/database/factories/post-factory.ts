import { faker } from '@faker-js/faker';
import { defineFactory } from '@taproot/database';
import '../../app/posts/tables.ts';

/** Rows of `posts`, for tests and seeders. */
export const postFactory = defineFactory('posts', {
  random: faker,
  row: ({ sequence }) => ({
    slug: `post-${sequence}`,
    title: faker.lorem.sentence(),
    body: faker.lorem.paragraph(),
    author_id: null,
  }),
});
