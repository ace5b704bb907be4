import { runPages } from './support/run-pages.ts';

/** docs/start/tutorial.md, executed from packed packages in an empty folder. */
export const run = (): Promise<readonly string[]> => runPages(['docs/start/tutorial.md']);
