/** The documentation in a repository, as `repository` of a package.json names it; null when it names no page of the web. */
export const docsUrl = (repository) => {
  const given = typeof repository === 'string' ? repository : (repository?.url ?? '');
  const url = given
    .replace(/^(?:github:)?(?=[\w-]+\/[\w.-]+$)/, 'https://github.com/')
    .replace(/^git\+/, '')
    .replace(/^(?:git|ssh):\/\/(?:git@)?/, 'https://')
    .replace(/\.git$/, '');
  return URL.canParse(url) && /^https?:/.test(url) ? `${url}/tree/HEAD/docs` : null;
};

/** In the skeleton the documentation is a folder away; in an application it is a page of the web, or a name. */
export const linkDocs = (files, url) => {
  const swap = (path, from, to) => {
    const text = files.get(path) ?? '';
    if (text.split(from).length !== 2) throw new Error(`${path} should hold ${JSON.stringify(from)} once`);
    files.set(
      path,
      text.replace(from, () => to),
    );
  };
  swap('README.md', '[docs/](../docs/)', url === null ? '`docs/`' : `[docs/](${url})`);
  if (files.has('public/welcome.html'))
    swap(
      'public/welcome.html',
      '<code>docs/</code>',
      url === null ? '<code>docs/</code>' : `<a href="${url}">docs/</a>`,
    );
};
