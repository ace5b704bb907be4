import { expect, test } from '@jest/globals';
import type { HttpContext } from '../../../plugins/routing/src/exchange/http-context.ts';
import { type Waiting, WaitingList } from '../../../plugins/routing/src/http/deadlines.ts';

const answer = (): void => undefined;

const listOf = (count: number): { list: WaitingList; added: Waiting[] } => {
  const list = new WaitingList();
  // Contexts are only handed through.
  const added = Array.from({ length: count }, (_, id) => list.add({ id } as unknown as HttpContext, answer));
  return { list, added };
};

const idsOf = ({ first }: WaitingList): unknown[] => {
  const ids: unknown[] = [];
  for (let waiting = first; waiting !== null; waiting = waiting.after) ids.push(Reflect.get(waiting.ctx, 'id'));
  return ids;
};

test.each([
  [[], [0, 1, 2, 3]],
  [[0], [1, 2, 3]],
  [[1], [0, 2, 3]],
  [[3], [0, 1, 2]],
  [
    [3, 0],
    [1, 2],
  ],
  [
    [2, 1],
    [0, 3],
  ],
  [[0, 1, 2, 3], []],
])('without %j the others stay in the order they came', (gone, left) => {
  const { list, added } = listOf(4);
  for (const at of gone) expect(list.remove(added[at] as Waiting)).toBe(true);
  expect(idsOf(list)).toEqual(left);
  list.add({ id: 'late' } as unknown as HttpContext, answer);
  expect(idsOf(list)).toEqual([...left, 'late']);
});

test('remove() removes an entry once, and unlinks it', () => {
  const { list, added } = listOf(3);
  const second = added[1] as Waiting;
  expect([list.remove(second), list.remove(second)]).toEqual([true, false]);
  expect([second.before, second.after]).toEqual([null, null]);
  expect(idsOf(list)).toEqual([0, 2]);
});
