import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { expect, test } from '@jest/globals';
import { documentedPackages, publicMembers } from '../architecture/public-members.ts';
import { readPage, root } from './support/code-blocks.ts';
import { docPages } from './support/pages.ts';
import { apiPage } from './support/reference/api-page.ts';
import { commandsPage } from './support/reference/commands-page.ts';
import { configurationPage } from './support/reference/configuration-page.ts';
import { hooksPage } from './support/reference/hooks-page.ts';
import { indexPage } from './support/reference/index-page.ts';
import { rulesPage } from './support/reference/rules-page.ts';

const packages = documentedPackages().filter((workspace) => /^(?:core|client|plugins\/)/.test(workspace));
const configuration = configurationPage(packages);
const hooks = await hooksPage(packages);
const rules = await rulesPage();

const apiPages = packages.map((workspace): [string, string] => [
  `docs/reference/api/${workspace.replace('plugins/', '')}.md`,
  apiPage(workspace),
]);

const made = new Map([
  ['docs/reference/index.md', indexPage(apiPages.map(([page]) => page))],
  ['docs/reference/configuration.md', configuration.page],
  ['docs/reference/commands.md', await commandsPage()],
  ['docs/reference/hooks.md', hooks.page],
  ['docs/reference/rules.md', rules.page],
  ...apiPages,
]);

if (process.env['UPDATE_DOCS'] === '1')
  for (const [page, text] of made) {
    await mkdir(dirname(join(root, page)), { recursive: true });
    await writeFile(join(root, page), text);
  }

test.each([...made])('%s is what the code says (UPDATE_DOCS=1 makes it again)', async (page, text) => {
  expect(await readPage(page)).toBe(text);
});

test('the reference has no page that nothing makes', () => {
  expect(docPages.filter((page) => page.startsWith('docs/reference/') && !made.has(page))).toEqual([]);
});

test('every configuration key, hook and rule of the reference is explained', () => {
  expect([...configuration.bare, ...hooks.bare, ...rules.bare]).toEqual([]);
});

// Here, as the sources are read for the pages above.
const members = documentedPackages().map((workspace) => [workspace, publicMembers(workspace)] as const);

test.each(members)('Hover texts: every public member of %s has a doc comment', (_workspace, found) => {
  expect(found.filter(({ doc }) => doc === null || doc === '').map(({ label }) => label)).toEqual([]);
});

test('Hover texts: all public members are found', () => {
  const labels = members.flatMap(([, found]) => found.map(({ label }) => label.replace(/^.* /, '')));
  expect(labels.length).toBeGreaterThan(1000);
  expect(labels).toEqual(
    expect.arrayContaining([
      // Of an interface, of a class, of an object, merged into the core by a plugin, of a subpath.
      'ResponseBuilder.json',
      'Router.post',
      'limit.perMinute',
      'ConfigFiles.http',
      'TestClient.withToken',
      'NotFoundError',
    ]),
  );
});

test('Hover texts: what a comment says is thrown is in an error table', async () => {
  // The page is tested against the tables.
  const page = await readPage('docs/errors.md');
  const known = new Set([...page.matchAll(/`(E_[A-Z0-9_]+)`/g)].map(([, code]) => code));
  const named = members.flatMap(([, found]) =>
    found.flatMap(({ label, doc }) =>
      [...(doc ?? '').matchAll(/\bE_[A-Z0-9]+(?:_[A-Z0-9]+)*\b(?![_*<])/g)].map(([code]) => ({ label, code })),
    ),
  );
  expect(named.length).toBeGreaterThan(50);
  expect(named.filter(({ code }) => !known.has(code))).toEqual([]);
});
