import { run } from './run.mjs';

const publishable = /^(?:dist\/|src\/|bin\/|docs\/|lang\/|template\/|package\.json$|README|LICENSE)/;

/** Packs every public package of the repository into a folder; gives back their names. */
export const pack = async (root, folder) => {
  const { stdout: query } = await run('npm', ['query', '.workspace'], { cwd: root });
  const listed = JSON.parse(query);
  const packages = listed.filter(({ private: hidden }) => hidden !== true);
  // One npm for all: each costs half a second before it does anything.
  const workspaces = packages.flatMap(({ location }) => ['--workspace', location]);
  const { stdout } = await run('npm', ['pack', '--json', '--silent', '--pack-destination', folder, ...workspaces], {
    cwd: root,
  });
  for (const { name, files } of Object.values(JSON.parse(stdout))) {
    const strays = files.map(({ path }) => path).filter((path) => !publishable.test(path));
    if (strays.length > 0) throw new Error(`${name} would publish ${strays.join(', ')}`);
    for (const page of ['README.md', 'LICENSE'])
      if (!files.some(({ path }) => path === page)) throw new Error(`${name} would publish no ${page}`);
  }
  return packages.map(({ name }) => name);
};
