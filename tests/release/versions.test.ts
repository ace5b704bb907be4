import { describe, expect, test } from '@jest/globals';
import { notesOf, withRelease } from '../../scripts/release/changelog.mjs';
import { nextVersion, withVersion } from '../../scripts/release/versions.mjs';

describe('the next version', () => {
  test.each([
    ['patch', '0.1.5'],
    ['minor', '0.2.0'],
    ['major', '1.0.0'],
    ['current', '0.1.4'],
    ['2.0.0-rc.1', '2.0.0-rc.1'],
  ])('%s of 0.1.4 is %s', (word, version) => {
    expect(nextVersion('0.1.4', word)).toBe(version);
  });

  test.each(['', 'huge', 'v1.0.0', '1.0', '1.0.0; rm -rf /'])('refuses %j', (word) => {
    expect(() => nextVersion('0.1.4', word)).toThrow('Write patch, minor, major, current or a version such as 1.2.3.');
  });
});

describe('a package.json', () => {
  const names = ['@taproot/core', '@taproot/auth'];
  const text = JSON.stringify(
    {
      version: '0.1.0',
      dependencies: { other: '0.1.0', '@taproot/core': '0.1.0' },
      peerDependencies: { '@taproot/auth': '^0.1.0', another: '^0.1.0' },
    },
    null,
    2,
  );

  test('gets its version and the ranges of our packages, and keeps those of others', () => {
    expect(JSON.parse(withVersion(text, { names, from: '0.1.0', to: '0.2.0', own: true }))).toEqual({
      version: '0.2.0',
      dependencies: { other: '0.1.0', '@taproot/core': '0.2.0' },
      peerDependencies: { '@taproot/auth': '^0.2.0', another: '^0.1.0' },
    });
  });

  test('of a fixture keeps its own version', () => {
    expect(withVersion(text, { names, from: '0.1.0', to: '0.2.0', own: false })).toContain('"version": "0.1.0"');
  });
});

describe('the changelog', () => {
  const text = '# Changelog\n\n## Unreleased\n\n### Routes\n\n- New.\n\n## 0.1.0 - 2026-01-01\n\n- First.\n';

  test('gets a heading for what was unreleased, whose entries are the notes', () => {
    const released = withRelease(text, '0.2.0', '2026-02-03');
    expect(released).toContain('## Unreleased\n\n## 0.2.0 - 2026-02-03\n\n### Routes\n\n- New.\n\n## 0.1.0');
    expect(notesOf(released, '0.2.0')).toBe('### Routes\n\n- New.');
    expect(notesOf(released, '0.1.0')).toBe('- First.');
  });

  test('may name the version that is meant', () => {
    const released = withRelease('# Changelog\n\n## Unreleased (0.1.0)\n\n- First.\n', '0.1.0', '2026-02-03');
    expect(released).toBe('# Changelog\n\n## Unreleased\n\n## 0.1.0 - 2026-02-03\n\n- First.\n');
  });

  test.each([
    ['# Changelog\n', 'no heading "## Unreleased"'],
    ['## Unreleased\n\n## 0.1.0 - 2026-01-01\n\n- First.\n', 'nothing under "## Unreleased"'],
    ['## Unreleased\n', 'nothing under "## Unreleased"'],
  ])('%j is refused', (text, message) => {
    expect(() => withRelease(text, '0.2.0', '2026-02-03')).toThrow(message);
  });

  test('a version is not written twice', () => {
    expect(() => withRelease(text, '0.1.0', '2026-02-03')).toThrow('Choose another version.');
  });
});
