import { SourceTree } from './source-tree.ts';

// A save is several events, and a checkout changes many files: the tree is compared until it holds still.
const settleTime = 10;
// Where the system has no watchers left.
const pollTime = 1000;

/** The watched files, and the listener. */
export interface SourceWatch {
  readonly root: string;
  /** Folders at the top of `root` that hold no sources, such as that of the build. */
  readonly without: readonly string[];
  /** Called with the paths of files that are new, changed or gone, once they hold still. */
  readonly changed: (files: readonly string[]) => void;
  /** Called once when the system refuses to watch a folder, with its reason; the files are then compared every second. */
  readonly blind: (reason: string) => void;
}

/** Watches the sources of an application until the function it returns is called. */
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
