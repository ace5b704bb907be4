import { faker } from '@faker-js/faker';
import { defineFactory } from '@taproot/database';
import '../../app/rooms/room.ts';

/** Rows of `rooms`, for tests and seeders. */
export const roomFactory = defineFactory('rooms', {
  random: faker,
  row: ({ sequence }) => ({
    name: `${faker.location.city()} ${sequence}`,
    seats: faker.number.int({ min: 2, max: 40 }),
    price: faker.commerce.price({ min: 5, max: 90 }),
  }),
});
