import { existsSync, readdirSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import type { Plugin } from 'vite';

/** Where the sources are, and where their build goes. As in config/vite.ts. */
export interface BuildOptions {
  /** The folder of the sources, in the folder of vite.config.ts; `assets` by default. */
  readonly folder?: string;
  /** The folder for the build, which is emptied first; `public/assets` by default. */
  readonly out?: string;
  /** The entries, by their paths in the folder; by default every script and style sheet directly in it. */
  readonly entries?: readonly string[];
}

const isEntry = (name: string): boolean =>
  /\.(?:[cm]?[jt]sx?|css|less|sass|scss|styl)$/.test(name) && !/\.(?:d|config|test|spec)\.[cm]?[jt]sx?$/.test(name);

const entriesIn = (folder: string): string[] =>
  existsSync(folder)
    ? readdirSync(folder, { withFileTypes: true })
        .filter((entry) => entry.isFile() && isEntry(entry.name))
        .map(({ name }) => name)
        .toSorted()
    : [];

/** The folders of packages that a page may load files from. */
const packagesAbove = (folder: string): string[] => {
  const own = join(folder, 'node_modules');
  const parent = dirname(folder);
  return [...(existsSync(own) ? [own] : []), ...(parent === folder ? [] : packagesAbove(parent))];
};

/**
 * Lets Vite build the assets of an application: files with hashes in their names, and the manifest that the application reads. Use it in
 * vite.config.ts.
 * @example defineConfig({ plugins: [taproot()] })
 */
export const taproot = ({ folder = 'assets', out = 'public/assets', entries }: BuildOptions = {}): Plugin => ({
  name: 'taproot',
  config: (given, { command }) => {
    const home = resolve(given.root ?? process.cwd());
    const root = resolve(home, folder);
    return {
      root,
      // Addresses that begin at the file: the application decides where the build is, and may say so later.
      ...(command === 'build' && given.base === undefined ? { base: './' } : {}),
      // The application serves its folder `public` itself.
      publicDir: false as const,
      build: {
        outDir: resolve(home, out),
        emptyOutDir: true,
        assetsDir: '',
        // A font in a style sheet would need `data:` in the policy of the page.
        assetsInlineLimit: given.build?.assetsInlineLimit ?? 0,
        manifest: true,
        rollupOptions: { input: (entries ?? entriesIn(root)).map((entry) => join(root, entry)) },
      },
      server: {
        // Neither the code of the application nor its files may be read through Vite.
        fs: { allow: [root, ...packagesAbove(home)] },
        // Other sites on this machine have no use for the sources.
        cors: given.server?.cors ?? false,
      },
    };
  },
});
