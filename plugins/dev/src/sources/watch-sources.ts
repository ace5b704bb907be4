import { SourceTree } from './source-tree.ts';

// Milliseconds without changes before changes are reported: one save raises several events, and a checkout changes many files.
const settleTime = 10;
// Milliseconds between comparisons when the system has no watchers left.
const pollTime = 1000;

/** The watched files, and the listener. */
export interface SourceWatch {
  readonly root: string;
  /** Folders in `root` without sources, such as the folder of the build. */
  readonly without: readonly string[];
  /** Called with the paths of added, changed and deleted files, when no further changes follow. */
  readonly changed: (files: readonly string[]) => void;
  /** Called once when the system refuses to watch a folder, with its reason; the files are then compared once a second. */
  readonly blind: (reason: string) => void;
}

/** Watches the sources of an application. Call the returned function to stop. */
export const watchSources = ({ root, without, changed, blind }: SourceWatch): (() => void) => {
  const found = new Set<string>();
  let settling: NodeJS.Timeout | undefined;
  let polling: NodeJS.Timeout | undefined;

  const look = (): void => {
    settling = undefined;
    const files = tree.changes();
    for (const file of files) found.add(file);
    if (files.length > 0) hint();
    else if (found.size > 0) {
      changed([...found]);
      found.clear();
    }
    pollIfBlind();
  };
  const hint = (): void => {
    settling ??= setTimeout(look, settleTime);
  };
  const pollIfBlind = (): void => {
    if (tree.blind === null || polling !== undefined) return;
    blind(tree.blind);
    polling = setInterval(hint, pollTime);
  };

  const tree = new SourceTree(root, without, hint);
  pollIfBlind();
  return () => {
    clearTimeout(settling);
    clearInterval(polling);
    tree.close();
  };
};
