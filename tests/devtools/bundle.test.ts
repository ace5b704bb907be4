import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { build } from 'esbuild';

const root = join(import.meta.dirname, '..', '..');

/** The sources of ours that a bundle of the skeleton has. */
const sourcesOf = async (env: string): Promise<readonly string[]> => {
  const { metafile } = await build({
    entryPoints: [join(root, 'app-skeleton', 'main.ts')],
    absWorkingDir: root,
    bundle: true,
    write: false,
    outdir: 'out',
    metafile: true,
    platform: 'node',
    format: 'esm',
    splitting: true,
    conditions: ['source'],
    define: { 'process.env.NODE_ENV': JSON.stringify(env) },
    // All but the framework and the application.
    plugins: [
      {
        name: 'own',
        setup: (building) =>
          building.onResolve({ filter: /^[^./]/ }, ({ path, kind }) =>
            kind === 'entry-point' || path.startsWith('@taproot/') ? undefined : { path, external: true },
          ),
      },
    ],
    logLevel: 'error',
  });
  return Object.values(metafile.outputs).flatMap(({ inputs }) => Object.keys(inputs));
};

const ofDevtools = (files: readonly string[]): readonly string[] =>
  files.filter((file) => file.startsWith('plugins/devtools/'));

test('a bundle for production holds nothing of devtools', async () => {
  const files = await sourcesOf('production');
  expect(ofDevtools(files)).toEqual([]);
  expect(files).toContain('plugins/routing/src/plugin.ts');
  // So the search finds them where they are.
  expect(ofDevtools(await sourcesOf('development'))).toContain('plugins/devtools/src/workshop.ts');
});
