import type { FiltersInput } from './filters-input.ts';

/** The filters as they are, checked by the compiler and with their literal type: for form requests. */
export const defineFilters = <const F>(filters: FiltersInput<F>): F =>
  // What passed the check is the map itself; the compiler does not follow that through a generic type.
  filters as unknown as F;
