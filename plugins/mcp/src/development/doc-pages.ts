import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** A page in Markdown. */
export interface DocPage {
  /** `routing.md`, `recipes/mail.md`, or the name of the package whose README it is. */
  readonly name: string;
  readonly text: string;
}

/** The nearest folder upwards that `is` accepts; null if there is none. */
const upwards = (folder: string, is: (folder: string) => boolean): string | null => {
  if (is(folder)) return folder;
  const parent = dirname(folder);
  return parent === folder ? null : upwards(parent, is);
};

/** The guides of Taproot. The published package has them in its folder, a checkout at its root. */
const guides = (): DocPage[] => {
  const home = upwards(fileURLToPath(new URL('.', import.meta.url)), (folder) =>
    existsSync(join(folder, 'docs', 'routing.md')),
  );
  if (home === null) return [];
  return readdirSync(join(home, 'docs'), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.md') && !/^(?:decisions|project)[/\\]/.test(file))
    .map((file) => ({ name: file.replaceAll('\\', '/'), text: readFileSync(join(home, 'docs', file), 'utf8') }));
};

const dependenciesOf = (root: string): string[] => {
  const { dependencies = {}, devDependencies = {} } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
    readonly dependencies?: object;
    readonly devDependencies?: object;
  };
  return Object.keys({ ...dependencies, ...devDependencies });
};

/** The README of each package that the application depends on, as it is installed. */
const readmes = (root: string): DocPage[] =>
  dependenciesOf(root).flatMap((name) => {
    const folder = upwards(root, (each) => existsSync(join(each, 'node_modules', name, 'README.md')));
    if (folder === null) return [];
    return [{ name, text: readFileSync(join(folder, 'node_modules', name, 'README.md'), 'utf8') }];
  });

/** All pages for an application: the guides, and the READMEs of its packages. */
export const docPages = (root: string): DocPage[] => [...guides(), ...readmes(root)];
