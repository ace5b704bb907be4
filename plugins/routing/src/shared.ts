// Small parts that plugins load at boot. For the packages of this repository alone, like `@taproot/routing/internal`, which loads
// what answers requests.

export { errorView } from './shared/error-view.ts';
export { Note } from './shared/note.ts';
export { pathMask } from './shared/path-mask.ts';
