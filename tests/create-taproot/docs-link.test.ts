import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { docsUrl, linkDocs } from '../../scripts/template/docs-link.mjs';
import { make, root, text } from './support.ts';

test.each([
  ['https://example.com/a/b', 'https://example.com/a/b/tree/HEAD/docs'],
  [{ url: 'git+https://example.com/a/b.git' }, 'https://example.com/a/b/tree/HEAD/docs'],
  [{ url: 'git+ssh://git@example.com/a/b.git' }, 'https://example.com/a/b/tree/HEAD/docs'],
  ['github:owner/name', 'https://github.com/owner/name/tree/HEAD/docs'],
  ['owner/name.js', 'https://github.com/owner/name.js/tree/HEAD/docs'],
  [undefined, null],
  [{}, null],
  ['file:../taproot', null],
  ['gist:11081aaa281', null],
])('%j leads to %j', (repository, url) => {
  expect(docsUrl(repository)).toBe(url);
});

const skeleton = (): Map<string, string> =>
  new Map(
    ['README.md', 'public/welcome.html'].map((path) => [path, readFileSync(join(root, 'app-skeleton', path), 'utf8')]),
  );

test('both pages link to the documentation', () => {
  const files = skeleton();
  linkDocs(files, 'https://example.com/docs');
  expect(files.get('README.md')).toContain('in [docs/](https://example.com/docs)');
  expect(files.get('public/welcome.html')).toContain('<a href="https://example.com/docs">docs/</a>');
});

test('a page of the skeleton that does not name it is an error', () => {
  const files = skeleton();
  files.set('README.md', '# Your application\n');
  expect(() => linkDocs(files, null)).toThrow('README.md should hold "[docs/](../docs/)" once');
});

test('an application leads to the repository that package.json names, and to no folder that it does not have', async () => {
  const { repository } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { repository?: string };
  const url = docsUrl(repository);
  for (const starter of ['api', 'demo']) {
    await make(starter, '--starter', starter, '--parts', 'none');
    const pages = [text(starter, 'README.md'), text(starter, 'public', 'welcome.html')];
    for (const page of pages) {
      expect(page).toMatch(/documentation\s+is in its repository, in .{0,100}docs/);
      expect(page).not.toContain('../docs');
      if (url !== null) expect(page).toContain(url);
    }
  }
});
