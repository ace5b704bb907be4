// For the packages of this repository alone: there is no promise about any of it, and a patch may change it. Plugins load it at boot,
// so nothing here loads what answers requests.

export { type ErrorView, errorView } from './shared/error-view.ts';
export { Note } from './shared/note.ts';
export { openFirst } from './shared/open-first.ts';
export { pathMask } from './shared/path-mask.ts';
export { type TapWatcher, watchTaps } from './shared/watch-taps.ts';
