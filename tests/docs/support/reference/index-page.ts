/** docs/reference/index.md, which leads to the pages of the packages. */
export const indexPage = (apiPages: readonly string[]): string => {
  const links = apiPages.map((page) => {
    const [, file = ''] = /reference\/(.+)$/.exec(page) ?? [];
    return `- [@taproot/${/([^/]+)\.md$/.exec(file)?.[1] ?? ''}](${file})`;
  });
  return `# Reference

These pages are made from the code, so they have every name. The guides explain how to use them.

- [Every configuration key](configuration.md)
- [Every command](commands.md)
- [Every hook](hooks.md)
- [Every validation rule](rules.md)
- [Every error](../errors.md)

## Packages

${links.join('\n')}
`;
};
