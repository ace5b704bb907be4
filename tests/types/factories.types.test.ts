import { expect, test } from '@jest/globals';
import { defineFactory, type Generated, type Kysely, type Tables } from '@taproot/database';
import { assertDatabaseHas } from '@taproot/database/testing';

declare module '@taproot/database' {
  interface Tables {
    growers: { id: Generated<number>; email: string; role: 'admin' | 'guest'; born_on: string | null };
    crops: { id: Generated<number>; grower_id: number; name: string; planted: Generated<boolean> };
  }
}

const growers = defineFactory('growers', {
  row: ({ sequence }) => ({ email: `${sequence}@example.com`, role: 'guest' }),
  states: { admin: { role: 'admin' }, born: ({ sequence }) => ({ born_on: `2000-01-0${sequence}` }) },
});
const crops = defineFactory('crops', { row: () => ({ name: 'wheat' }), parents: { grower_id: growers } });

// Compiled, and not run.
export const wrong = async (db: Kysely<Tables>): Promise<void> => {
  // @ts-expect-error -- no such table
  defineFactory('grower', { row: () => ({}) });
  // @ts-expect-error -- a column is missing
  defineFactory('growers', { row: () => ({ email: 'a' }) });
  // @ts-expect-error -- no such role
  defineFactory('growers', { row: () => ({ email: 'a', role: 'boss' }) });
  // @ts-expect-error -- no such column
  defineFactory('growers', { row: () => ({ email: 'a', role: 'guest', name: 'Ada' }) });
  // @ts-expect-error -- a parent of no column
  defineFactory('crops', { row: () => ({ name: 'a', grower_id: 1 }), parents: { growers } });
  // @ts-expect-error -- a state of another column
  defineFactory('growers', { row: () => ({ email: 'a', role: 'guest' }), states: { old: { age: 80 } } });
  // @ts-expect-error -- no such state
  growers.state('boss');
  // @ts-expect-error -- no such column
  growers.makeMany(2, { name: 'Ada' }).pop();
  // @ts-expect-error -- of another type
  growers.sequence({ role: 'boss' });
  // @ts-expect-error -- no such column
  growers.has(crops, 'owner_id');
  // @ts-expect-error -- the parent was not made
  const owner: number = crops.make().grower_id;
  // @ts-expect-error -- a row has its columns alone
  expect((await growers.create(db)).name).toBe('');
  // @ts-expect-error -- no such column
  await assertDatabaseHas(db, 'growers', { name: 'Ada' });
  // @ts-expect-error -- of another type
  await assertDatabaseHas(db, 'growers', { id: '1' });
  expect(owner).toBe(0);
  growers.has(crops, 'grower_id', 2).state('born', 'admin').sequence({ role: 'guest' });
  crops.for('grower_id', await growers.create(db)).for('grower_id', growers);
};

test('rows have the columns of their tables', () => {
  const grower: { email: string; role: 'admin' | 'guest' } = growers.state('admin').make();
  expect(grower.role).toBe('admin');
  const crop: { name: string; grower_id?: number } = crops.make();
  expect(crop).toEqual({ name: 'wheat' });
  expect(crops.make({ grower_id: 7 }).grower_id).toBe(7);
});
