import { Command } from '@taproot/console/command';
import type { Blueprint } from '../generator/blueprint.ts';
import type { GeneratedName } from '../generator/generated-name.ts';
import { GeneratorCommand } from '../generator/generator-command.ts';
import { pluginFiles } from './stubs/plugin-stub.ts';

/** `make:plugin`: a plugin as a package within the application, listed in `bootstrap/plugins.ts`. */
export class MakePlugin extends GeneratorCommand {
  static override paths = [['make:plugin']];

  static override usage = Command.Usage({
    details: `It is written to app/plugins, with a facade, a configuration file and its types, and to tests/plugins.
It is one of the application's plugins at once: see plugin:list.`,
    examples: [['The plugin audit, with the facade Audit()', 'npx taproot make:plugin audit']],
  });

  protected override readonly kind = 'plugin';

  protected override async checkName(name: GeneratedName): Promise<void> {
    if (await this.exists(`app/plugins/${name.path}/package.json`)) return;
    const { plugins, registry, config } = this.app;
    const owner = plugins.some((plugin) => plugin.name === name.kebab)
      ? 'a plugin of this application'
      : registry.facades.has(name.pascal)
        ? 'a facade of this application'
        : Object.hasOwn(config, name.camel)
          ? 'a configuration file of this application'
          : null;
    if (owner === null) return;
    throw this.taken(name.kebab, owner, `my-${name.kebab}`);
  }

  protected override blueprint(name: GeneratedName): Blueprint {
    const folder = `app/plugins/${name.path}`;
    return {
      files: pluginFiles(name, folder),
      declares: [name.camel, name.pascal, `${name.pascal}Config`],
      claims: name.kebab,
      registration: {
        step: 'withPlugins',
        file: 'bootstrap/plugins.ts',
        list: 'plugins',
        source: `${folder}/index.ts`,
        import: { name: name.camel, locals: [name.camel, `${name.camel}Plugin`] },
        entry: (local) => `${local}()`,
        empty: '/** What this application is made of. */\nexport const plugins = [];\n',
      },
      next: [`Its README says what is where: ${folder}/README.md`],
    };
  }
}
