import type { GeneratedFile } from '../../generator/blueprint.ts';
import type { GeneratedName } from '../../generator/generated-name.ts';

const packageJson = ({ kebab }: GeneratedName): string => `{
  "name": "taproot-${kebab}",
  "private": true,
  "version": "0.1.0",
  "type": "module",
  "exports": "./index.ts",
  "peerDependencies": {
    "@taproot/core": "*"
  }
}
`;

const readme = ({ kebab, camel, pascal, path }: GeneratedName): string => `# ${kebab}

A plugin of this application. It is in force by its line in \`bootstrap/plugins.ts\`, and gives

- the facade \`facades.${pascal}()\`, whose class is in \`${kebab}.ts\`;
- the configuration file \`${camel}\`, whose type and defaults are in \`config.ts\`. To set it, write \`config/${kebab}.ts\`
  and name it in \`bootstrap/config.ts\`.

\`plugin.ts\` puts the parts together. Middleware, builder steps, console commands and taps of hooks are added there.
The tests are in \`tests/plugins/${path}.test.ts\`.

To share it between applications, move the folder into a package of its own: nothing in it is imported from outside but
\`@taproot/core\`.
`;

// Sorts imports by module, as formatters do; one of the modules has the plugin's name.
const byModule = (...lines: readonly string[]): string =>
  lines
    .map((line) => ({ line, module: line.split(' from ')[1] ?? '' }))
    .toSorted((a, b) => (a.module < b.module ? -1 : 1))
    .map(({ line }) => `${line}\n`)
    .join('');

const index = ({ camel, pascal, kebab }: GeneratedName): string =>
  byModule(
    `export type { ${pascal}Config } from './config.ts';`,
    `export { ${pascal} } from './${kebab}.ts';`,
    `export { ${camel} } from './plugin.ts';`,
  );

const config = ({
  camel,
  pascal,
  kebab,
}: GeneratedName): string => `/** The \`${camel}\` configuration; its file is config/${kebab}.ts. */
export interface ${pascal}Config {
  /** Whether the plugin does anything. */
  enabled: boolean;
}

/** Defaults for settings that the application leaves out. */
export const ${camel}Defaults: ${pascal}Config = { enabled: true };
`;

const facade = ({ pascal }: GeneratedName): string => `import type { ${pascal}Config } from './config.ts';

/** The facade \`facades.${pascal}()\`: one object for each application. */
export class ${pascal} {
  readonly enabled: boolean;

  constructor(config: ${pascal}Config) {
    this.enabled = config.enabled;
  }
}
`;

const plugin = ({
  camel,
  pascal,
  kebab,
}: GeneratedName): string => `import { definePlugin } from '@taproot/core/plugin';
${byModule(
  `import { type ${pascal}Config, ${camel}Defaults } from './config.ts';`,
  `import { ${pascal} } from './${kebab}.ts';`,
)}
// Tells TypeScript what the plugin adds; \`facades.${pascal}()\` and \`config.${camel}\` are typed from here on.
declare module '@taproot/core' {
  interface Facades {
    ${pascal}(): ${pascal};
  }
  interface ConfigFiles {
    ${camel}: ${pascal}Config;
  }
}

/** The plugin: what it adds, by name, and under \`apply\` what it does when the application boots. */
export const ${camel} = () =>
  definePlugin({
    name: '${kebab}',
    config: { ${camel}: ${camel}Defaults },
    facades: { ${pascal}: (app) => new ${pascal}(app.config.${camel}) },
  });
`;

const test = ({ camel, pascal, path, folders }: GeneratedName): string => {
  const up = '../'.repeat(folders.length + 2);
  return `import { expect, test } from '@jest/globals';
import { setup } from '@taproot/core';
import { ${camel} } from '${up}app/plugins/${path}/index.ts';

test('${camel} is on by default', async () => {
  const app = await setup().withPlugins([${camel}()]).create();
  expect(app.facades.${pascal}().enabled).toBe(true);
  expect(await app.close()).toEqual([]);
});

test('${camel} is off where the application says so', async () => {
  const app = await setup()
    .withPlugins([${camel}()])
    .withConfig({ ${camel}: { enabled: false } })
    .create();
  expect(app.facades.${pascal}().enabled).toBe(false);
  expect(await app.close()).toEqual([]);
});
`;
};

/** The files of a new plugin. */
export const pluginFiles = (name: GeneratedName, folder: string): readonly GeneratedFile[] => [
  { path: `${folder}/package.json`, text: packageJson(name) },
  { path: `${folder}/README.md`, text: readme(name) },
  { path: `${folder}/index.ts`, text: index(name) },
  { path: `${folder}/plugin.ts`, text: plugin(name) },
  { path: `${folder}/config.ts`, text: config(name) },
  { path: `${folder}/${name.kebab}.ts`, text: facade(name) },
  { path: `tests/plugins/${name.path}.test.ts`, text: test(name) },
];
