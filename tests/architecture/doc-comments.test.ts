import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { documentedPackages, publicMembers } from './public-members.ts';

const packages = documentedPackages().map((workspace) => [workspace, publicMembers(workspace)] as const);

test.each(packages)('Hover texts: every public member of %s has a doc comment', (_workspace, members) => {
  expect(members.filter(({ doc }) => doc === null || doc === '').map(({ label }) => label)).toEqual([]);
});

test('Hover texts: all public members are found', () => {
  const labels = packages.flatMap(([, members]) => members.map(({ label }) => label.replace(/^.* /, '')));
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

test('Hover texts: what a comment says is thrown is in an error table', () => {
  // The page is tested against the tables.
  const page = readFileSync(join(import.meta.dirname, '..', '..', 'docs', 'errors.md'), 'utf8');
  const known = new Set([...page.matchAll(/`(E_[A-Z0-9_]+)`/g)].map(([, code]) => code));
  const named = packages.flatMap(([, members]) =>
    members.flatMap(({ label, doc }) =>
      [...(doc ?? '').matchAll(/\bE_[A-Z0-9]+(?:_[A-Z0-9]+)*\b(?![_*<])/g)].map(([code]) => ({ label, code })),
    ),
  );
  expect(named.length).toBeGreaterThan(50);
  expect(named.filter(({ code }) => !known.has(code))).toEqual([]);
});
