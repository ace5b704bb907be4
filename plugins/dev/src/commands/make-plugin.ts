import type { Generator } from '../generator/generator.ts';
import { pluginFiles } from './stubs/plugin-stub.ts';

/** `make:plugin`: a plugin as a package within the application, listed in `bootstrap/plugins.ts`. */
export const makePlugin: Generator = {
  kind: 'plugin',
  details: `It is written to app/plugins, with a facade, a configuration file and its types, and to tests/plugins.
It is one of the application's plugins at once: see plugin:list.`,
  examples: [['The plugin audit, with the facade Audit()', 'npx taproot make:plugin audit']],

  async checkName(name, { app, exists, taken }) {
    if (await exists(`app/plugins/${name.path}/package.json`)) return;
    const { plugins, registry, config } = app;
    const owner = plugins.some((plugin) => plugin.name === name.kebab)
      ? 'a plugin of this application'
      : registry.facades.has(name.pascal)
        ? 'a facade of this application'
        : Object.hasOwn(config, name.camel)
          ? 'a configuration file of this application'
          : null;
    if (owner === null) return;
    throw taken(name.kebab, owner, `my-${name.kebab}`);
  },

  blueprint(name) {
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
  },
};
