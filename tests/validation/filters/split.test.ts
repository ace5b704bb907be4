import { describe } from '@jest/globals';
import { testFilters, testUntouched } from './support.ts';

describe('splitting filters', () => {
  testFilters([
    ['str_to_array', ['a, b,,c ', ['a', 'b', 'c']], ['', []], [' x ', ['x']], ['日,本', ['日', '本']], [5, ['5']]],
    ['str_to_ints', ['1, 2,,3.7,-4', [1, 2, 3, -4]], ['', []], [5, [5]]],
    // What is no number stays in its place, so that a rule on the entries can refuse it.
    ['str_to_ints', ['1,x,2', [1, 'x', 2]]],
    ['str2arr', ['a,b', ['a', 'b']]],
    ['str2array', ['a,b', ['a', 'b']]],
    ['strToArray', ['a,b', ['a', 'b']]],
    ['str2ints', ['1,2', [1, 2]]],
    ['strToInts', ['1,2', [1, 2]]],
  ]);

  testUntouched(['str_to_array', 'str_to_ints'], [null, ['a,b'], {}]);
});
