/** Whether a segment is not a plain name: another directory, a drive, or a slash that was hidden from the router. */
const unsafe = (segment: string): boolean =>
  segment === '' || segment === '.' || segment === '..' || /[\\\0]|%2F|^[A-Za-z]:/i.test(segment);

/**
 * Whether the decoded rest of a path may name a file: its segments are plain, and none begins with a dot unless it is
 * in `dotfiles`. The empty path is the root.
 */
export const isStaticPath = (path: string, dotfiles: readonly string[]): boolean =>
  path === '' ||
  path.split('/').every((segment) => !unsafe(segment) && (!segment.startsWith('.') || dotfiles.includes(segment)));
