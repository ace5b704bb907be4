import { Command } from '@taproot/console/command';
import { FilterRegistry } from '../filters/filter-registry.ts';
import { builtInFilters } from '../filters/index.ts';
import { MakeEntry } from './make-entry.ts';
import { filterStub } from './stubs/filter-stub.ts';

/** `make:filter`: creates a filter of the application and lists it in `bootstrap/filters.ts`. */
export class MakeFilter extends MakeEntry {
  static override paths = [['make:filter']];

  static override usage = Command.Usage({
    details:
      'It is written to app/filters and listed in bootstrap/filters.ts. Filter texts call it by its name in snake case.',
    examples: [
      ['The filter slug', 'npx taproot make:filter Slug'],
      ['The filter user_name', 'npx taproot make:filter user/Name'],
    ],
  });

  protected override readonly kind = 'filter';
  protected readonly step = 'withFilters';
  protected readonly about = "The application's own filters of input.";
  protected readonly stub = filterStub;

  protected builtIn(): Iterable<string> {
    return new FilterRegistry(builtInFilters).names();
  }

  protected known(): readonly string[] {
    return this.app.facades.Validation().filterNames();
  }

  protected usedAs(signature: string): string {
    return `In filters: { field: 'trim|${signature}' }`;
  }
}
