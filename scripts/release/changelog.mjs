/** The changelog of a release: what was under "Unreleased" gets the version and its day as heading. */
export const withRelease = (text, version, day) => {
  const [, entries] = /^## Unreleased\n([\s\S]*?)(?=^## |$(?![\s\S]))/m.exec(text) ?? [];
  if (entries === undefined)
    throw new Error('CHANGELOG.md has no heading "## Unreleased". Add it below the introduction.');
  if (entries.trim() === '') throw new Error('CHANGELOG.md has nothing under "## Unreleased". Write what changed.');
  if (text.includes(`\n## ${version} `))
    throw new Error(`CHANGELOG.md has a heading for ${version} already. Choose another version.`);
  return text.replace('## Unreleased\n', `## Unreleased\n\n## ${version} - ${day}\n`);
};

/** What changed in a version, for the page of its release. */
export const notesOf = (text, version) => {
  const [, notes = ''] = text.split(`\n## ${version} - `);
  return notes.slice(notes.indexOf('\n')).split('\n## ')[0].trim();
};
