import { FilterRegistry } from '../filters/filter-registry.ts';
import { builtInFilters } from '../filters/index.ts';
import { entryGenerator } from './make-entry.ts';
import { filterStub } from './stubs/filter-stub.ts';

/** `make:filter`: creates a filter of the application and lists it in `bootstrap/filters.ts`. */
export const makeFilter = entryGenerator({
  kind: 'filter',
  details:
    'It is written to app/filters and listed in bootstrap/filters.ts. Filter texts call it by its name in snake case.',
  examples: [
    ['The filter slug', 'npx taproot make:filter Slug'],
    ['The filter user_name', 'npx taproot make:filter user/Name'],
  ],
  step: 'withFilters',
  about: "The application's own filters of input.",
  stub: filterStub,
  builtIn: () => new FilterRegistry(builtInFilters).names(),
  known: (app) => app.facades.Validation().filterNames(),
  usedAs: (signature) => `In filters: { field: 'trim|${signature}' }`,
});
