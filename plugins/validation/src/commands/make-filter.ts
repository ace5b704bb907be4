import { Command } from '@taproot/console/command';
import { type Blueprint, type GeneratedName, GeneratorCommand } from '@taproot/console/generator';
import { FilterRegistry } from '../filters/filter-registry.ts';
import { builtInFilters } from '../filters/index.ts';
import { filterStub } from './stubs/filter-stub.ts';

const fileOf = (name: GeneratedName): string => `app/filters/${name.path}.ts`;

/** `make:filter`: a filter of the application's own, listed in `bootstrap/filters.ts`. */
export class MakeFilter extends GeneratorCommand {
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

  protected override async checkName(name: GeneratedName): Promise<void> {
    const signature = name.in('_');
    const suggestion = `My${name.pascal}, which would be "my_${signature}"`;
    const builtIn = new Set(new FilterRegistry(builtInFilters).names());
    if (builtIn.has(signature)) throw this.taken(signature, 'a filter of the framework', suggestion);
    // Made again by --force it is registered already, from the very file.
    const known = this.app.facades.Validation().filterNames();
    if (known.includes(signature) && !(await this.exists(fileOf(name))))
      throw this.taken(signature, 'a filter of this application', suggestion);
  }

  protected override blueprint(name: GeneratedName): Blueprint {
    return {
      files: [{ path: fileOf(name), text: filterStub(name.pascal, name.in('_')) }],
      declares: [name.pascal],
      claims: name.in('_'),
      registration: {
        step: 'withFilters',
        file: 'bootstrap/filters.ts',
        list: 'filters',
        source: fileOf(name),
        import: { name: name.pascal, locals: [name.pascal, name.alias, `${name.alias}Filter`] },
        entry: (local) => `new ${local}()`,
        empty: "/** The application's own filters of input. */\nexport const filters = [];\n",
      },
      next: [`In filters: { field: 'trim|${name.in('_')}' }`],
    };
  }
}
