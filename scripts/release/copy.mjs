import { copyFileSync, existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { run } from '../packages/run.mjs';

/** The files that git knows or would add, so that what is ignored never gets into a release. */
export const sourceFiles = async (root) => {
  const { stdout } = await run('git', ['ls-files', '--cached', '--others', '--exclude-standard', '-z'], { cwd: root });
  return stdout.split('\0').filter((file) => file !== '' && existsSync(join(root, file)));
};

/** node_modules of the copy: packages of others are links to those of the repository, and ours lead to the copy. */
const linkModules = (root, folder, workspaces) => {
  const modules = join(folder, 'node_modules');
  const link = (name) => symlinkSync(join(root, 'node_modules', name), join(modules, name), 'junction');
  const ours = new Set(workspaces.map(({ name }) => name));
  for (const entry of readdirSync(join(root, 'node_modules'))) {
    if (entry.startsWith('.') && entry !== '.bin') continue;
    if (!entry.startsWith('@')) {
      if (!ours.has(entry)) link(entry);
      continue;
    }
    mkdirSync(join(modules, entry), { recursive: true });
    for (const name of readdirSync(join(root, 'node_modules', entry)))
      if (!ours.has(`${entry}/${name}`)) link(`${entry}/${name}`);
  }
  for (const { name, location } of workspaces) symlinkSync(join(folder, location), join(modules, name), 'junction');
};

/** Copies the sources of the repository into an empty folder, ready to build. */
export const copySources = async (root, folder, files) => {
  for (const file of files) {
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    copyFileSync(join(root, file), join(folder, file));
  }
  mkdirSync(join(folder, 'node_modules'), { recursive: true });
  const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'));
  const workspaces = Object.entries(packages)
    .filter(([, { link: linked }]) => linked === true)
    .map(([path, { resolved }]) => ({ name: path.slice('node_modules/'.length), location: resolved }));
  linkModules(root, folder, workspaces);
  return workspaces;
};
