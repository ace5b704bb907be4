import { expect, test } from '@jest/globals';
import type { Request } from '@taproot/core';
import { QueryReader } from '../../../plugins/routing/src/input/query-reader.ts';
import { map, read } from './support.ts';

type InputMethods =
  | `input${'' | 'Int' | 'Int64' | 'Bool' | 'Array' | 'Map' | 'MapArray'}`
  | 'all'
  | 'only'
  | 'except'
  | 'has'
  | 'filled'
  | 'file'
  | 'files';
type QueryMethods = `query${'' | 'Int' | 'Int64' | 'Bool' | 'Array' | 'Map'}` | 'queries';

test('the readers have the methods of the request contract, by type', () => {
  const input: Pick<Request, InputMethods> = read({});
  const query: Pick<Request, QueryMethods> = new QueryReader(map<unknown>({}));
  expect([input.input('a'), query.query('a')]).toEqual(['', '']);
});
