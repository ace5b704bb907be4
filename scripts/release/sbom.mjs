import { writeFileSync } from 'node:fs';
import { run } from '../packages/run.mjs';

/** Writes the bill of materials of what is published, as CycloneDX; gives back the number of packages of others in it. */
export const writeSbom = async (folder, file, names) => {
  const workspaces = names.flatMap((name) => ['--workspace', name]);
  const options = ['--sbom-format=cyclonedx', '--sbom-type=framework', '--omit=dev', '--package-lock-only'];
  const { stdout } = await run('npm', ['sbom', ...options, ...workspaces], { cwd: folder });
  const { components } = JSON.parse(stdout);
  const packages = new Set(components.map(({ purl }) => decodeURIComponent(purl).replace(/^pkg:npm\/|@[^@]*$/g, '')));
  const missing = names.filter((name) => !packages.has(name));
  if (missing.length > 0) throw new Error(`The bill of materials lacks ${missing.join(', ')}.`);
  writeFileSync(file, stdout);
  return packages.size - names.length;
};
