/** Whether the changelog has a heading for a version. */
export const isReleased = (text, version) => text.includes(`\n## ${version} - `);

const unreleased = /^## Unreleased(?: \([^)\n]+\))?\n/m;

/**
 * The changelog of a release: the entries under "Unreleased" get the version and its day as heading. The heading may name the
 * version that is meant: "Unreleased (0.1.0)".
 */
export const withRelease = (text, version, day) => {
  const heading = unreleased.exec(text);
  if (heading === null) throw new Error('CHANGELOG.md has no heading "## Unreleased". Add it below the introduction.');
  const [entries = ''] = text.slice(heading.index + heading[0].length).split(/^## /m);
  if (entries.trim() === '') throw new Error('CHANGELOG.md has nothing under "## Unreleased". Write what changed.');
  if (isReleased(text, version))
    throw new Error(`CHANGELOG.md has a heading for ${version} already. Choose another version.`);
  return text.replace(unreleased, `## Unreleased\n\n## ${version} - ${day}\n`);
};

/** What changed in a version, for the page of its release. */
export const notesOf = (text, version) => {
  const [, notes = ''] = text.split(`\n## ${version} - `);
  return notes.slice(notes.indexOf('\n')).split('\n## ')[0].trim();
};
