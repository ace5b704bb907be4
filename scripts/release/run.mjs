// `npm run release -- minor --dry`: makes a release in a temporary copy and checks it. Nothing is published, and with --dry
// nothing in the repository changes. Without --dry, the version and the changelog are written here when all checks have passed.
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { pack } from '../packages/pack.mjs';
import { run } from '../packages/run.mjs';
import { isReleased, notesOf, withRelease } from './changelog.mjs';
import { copySources, sourceFiles } from './copy.mjs';
import { tryInstalls } from './installs.mjs';
import { lintPackage } from './lint-package.mjs';
import { writeSbom } from './sbom.mjs';
import { tryScaffold } from './scaffold.mjs';
import { table } from './table.mjs';
import { nextVersion, writeVersions } from './versions.mjs';

const root = join(import.meta.dirname, '..', '..');
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { dry: { type: 'boolean' }, out: { type: 'string' }, installs: { type: 'boolean', default: true } },
  allowNegative: true,
});

const { version: from, repository } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
const version = nextVersion(from, positionals[0] ?? 'patch');
const place = mkdtempSync(join(tmpdir(), 'taproot-release-'));
const folder = join(place, 'sources');
const tarballs = join(place, 'packages');
const faults = [];

const step = async (title, work) => {
  const start = performance.now();
  const result = await work();
  console.log(`${((performance.now() - start) / 1000).toFixed(1).padStart(6)} s  ${title}`);
  return result;
};

/** Writes versions and the changelog into a folder; gives back the files that changed. */
const writeRelease = (target, { files, workspaces }) => {
  const names = workspaces.map(({ name }) => name);
  const locations = workspaces.map(({ location }) => location);
  const written =
    version === from ? [] : writeVersions(target, { files, workspaces: locations, names, from, to: version });
  const changelog = join(target, 'CHANGELOG.md');
  const text = readFileSync(changelog, 'utf8');
  // A version that is released already, as by the workflow of its tag, and the first one, which package.json has from the start.
  if (version === from && isReleased(text, version)) return written;
  writeFileSync(changelog, withRelease(text, version, new Date().toISOString().slice(0, 10)));
  return version === from ? ['CHANGELOG.md'] : [...written, 'package-lock.json', 'CHANGELOG.md'];
};

const tarballOf = (name) => join(tarballs, `${name.replace('@', '').replace('/', '-')}-${version}.tgz`);

const lintAll = async (names) => {
  const rows = [];
  for (const name of names) {
    const { bytes, publint, types, typed } = await lintPackage(tarballOf(name));
    faults.push(
      ...[...publint.filter((message) => !message.startsWith('suggestion')), ...types].map(
        (fault) => `${name}: ${fault}`,
      ),
    );
    rows.push({
      package: name,
      KiB: (bytes / 1024).toFixed(0),
      publint: publint.length === 0 ? 'good' : publint.join('; '),
      types: types.length > 0 ? types.join('; ') : typed ? 'good' : 'none to check',
    });
  }
  return rows;
};

const keep = (names, sbom) => {
  mkdirSync(values.out, { recursive: true });
  for (const name of names) copyFileSync(tarballOf(name), join(values.out, tarballOf(name).slice(tarballs.length + 1)));
  copyFileSync(sbom, join(values.out, `taproot-${version}.cdx.json`));
  writeFileSync(
    join(values.out, 'NOTES.md'),
    `${notesOf(readFileSync(join(folder, 'CHANGELOG.md'), 'utf8'), version)}\n`,
  );
};

try {
  mkdirSync(tarballs);
  console.log(`Taproot ${from} -> ${version}${values.dry ? ', dry' : ''}\n`);
  const files = await sourceFiles(root);
  const workspaces = await step('the sources are copied', () => copySources(root, folder, files));
  const written = await step('versions and the changelog are written', () =>
    writeRelease(folder, { files, workspaces }),
  );
  await step('every package builds', () => run('npm', ['run', '--silent', 'build'], { cwd: folder }));
  const names = await step('every public package packs', () => pack(folder, tarballs));
  const sbom = join(place, 'sbom.json');
  const bill = await step('the bill of materials is written', () => writeSbom(folder, sbom, names));
  const rows = await step('publint and arethetypeswrong read the tarballs', () => lintAll(names));
  const listed = names.map((name) => ({ name, path: tarballOf(name) }));
  const places = workspaces.filter(({ name }) => names.includes(name));
  const tried = values.installs
    ? await step('the tarballs are installed', () => tryInstalls(place, { folder, workspaces: places, files: listed }))
    : { installed: [], ran: [] };
  const scaffold = values.installs
    ? await step('a new application is served on each runtime', () =>
        tryScaffold(place, { tarballs, createTaproot: tarballOf('create-taproot') }),
      )
    : [];
  console.log(`\n${table(rows)}\n\n${table(tried.installed)}\n\n${table(tried.ran)}\n\n${table(scaffold)}\n`);
  console.log(`CycloneDX: ${bill} packages of others. Changed: ${written.length} files.`);
  for (const row of [...tried.installed, ...tried.ran, ...scaffold])
    for (const text of Object.values(row)) if (text.startsWith('NO')) faults.push(`${Object.values(row)[0]}: ${text}`);
  if (repository === undefined)
    console.log(
      'The manifests name no `repository`. Set it in package.json of the root and of every package before the first release: npm asks for it to show where a package was built, and links of READMEs need it.',
    );
  if (values.out !== undefined) keep(names, sbom);
  if (faults.length > 0) throw new Error(`This cannot be released:\n  ${faults.join('\n  ')}`);
  if (!values.dry) {
    writeRelease(root, { files, workspaces });
    console.log(
      `\nNext: git commit --all --message "Release ${version}", git tag v${version}, and push both. The tag publishes.`,
    );
  }
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
} finally {
  rmSync(place, { recursive: true, force: true });
}
