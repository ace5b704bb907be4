import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const steps = ['major', 'minor', 'patch'];
const format = /^(\d+)\.(\d+)\.(\d+)(?:-[0-9A-Za-z.-]+)?$/;

/** The version of a release: `minor` of 0.1.4 is 0.2.0, `current` is 0.1.4, and a version is itself. */
export const nextVersion = (current, word) => {
  if (word === 'current') return current;
  if (format.test(word)) return word;
  const step = steps.indexOf(word);
  if (step === -1)
    throw new Error(`"${word}" is no version. Write patch, minor, major, current or a version such as 1.2.3.`);
  const numbers = format.exec(current).slice(1, 4).map(Number);
  return numbers.map((number, place) => (place < step ? number : place === step ? number + 1 : 0)).join('.');
};

/** A package.json as text, with the new version and the new ranges of our packages. `own` says that the version is ours. */
export const withVersion = (text, { names, from, to, own }) => {
  const ours = new Set(names);
  return text.replaceAll(/"([^"]+)": "(\^?)([^"\s]+)"/g, (line, key, range, value) => {
    const changes = value === from && ((own && key === 'version' && range === '') || ours.has(key));
    return changes ? `"${key}": "${range}${to}"` : line;
  });
};

/** A package-lock.json as text, with the new version and ranges of our packages and not of others. */
const lockWithVersion = (text, options) => {
  const lock = JSON.parse(text);
  if (options.ownLock) lock.version = options.to;
  for (const [path, entry] of Object.entries(lock.packages)) {
    if (path.includes('node_modules/')) continue;
    const own = path !== '' || options.ownLock;
    lock.packages[path] = JSON.parse(withVersion(JSON.stringify(entry, null, 1), { ...options, own }));
  }
  return `${JSON.stringify(lock, null, 2)}\n`;
};

/** Writes the version into package.json of the root and of every workspace, and the ranges of our packages wherever they are named. */
export const writeVersions = (folder, { files, workspaces, names, from, to }) => {
  const change = (file, make) => {
    const path = join(folder, file);
    const text = readFileSync(path, 'utf8');
    const changed = make(text);
    if (changed !== text) writeFileSync(path, changed);
    return changed !== text;
  };
  const owned = new Set(['package.json', ...workspaces.map((workspace) => `${workspace}/package.json`)]);
  const manifests = files.filter((file) => /(?:^|\/)package\.json$/.test(file));
  const written = manifests.filter((file) =>
    change(file, (text) => withVersion(text, { names, from, to, own: owned.has(file) })),
  );
  change('package-lock.json', (text) => lockWithVersion(text, { names, from, to, ownLock: true }));
  return written;
};
