import { copyFileSync, linkSync, mkdirSync, readdirSync, readlinkSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';

const linkFolder = (from, to) => {
  mkdirSync(to, { recursive: true });
  for (const entry of readdirSync(from, { withFileTypes: true })) {
    const [source, target] = [join(from, entry.name), join(to, entry.name)];
    if (entry.isDirectory()) linkFolder(source, target);
    else if (entry.isSymbolicLink()) symlinkSync(readlinkSync(source), target);
    else linkSync(source, target);
  }
};

/**
 * Gives an application what npm has unpacked for another one, as hard links. `npm install` there takes away what this
 * application does not ask for, and unpacks only what is missing: the result is that of an installation of its own.
 */
export const shareInstall = (from, to) => {
  const [source, target] = [join(from, 'node_modules'), join(to, 'node_modules')];
  mkdirSync(target, { recursive: true });
  for (const { name } of readdirSync(source, { withFileTypes: true }).filter((entry) => entry.isDirectory()))
    if (name !== '.cache') linkFolder(join(source, name), join(target, name));
  // npm writes over these two, so they must be copies. It trusts its record of a folder only while that is the newest file.
  copyFileSync(join(from, 'package-lock.json'), join(to, 'package-lock.json'));
  copyFileSync(join(source, '.package-lock.json'), join(target, '.package-lock.json'));
};
