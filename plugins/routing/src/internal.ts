// Only for the packages of this repository. A patch release may change or remove anything in here. Plugins load it at boot, so it must not
// import the code that answers requests.

export { upgradeOf } from './server/upgrade.ts';
export { decideHeaders } from './shared/decided-headers.ts';
export { type ErrorView, errorView } from './shared/error-view.ts';
export { Note } from './shared/note.ts';
export { openFirst } from './shared/open-first.ts';
export { pathMask } from './shared/path-mask.ts';
export { type TapWatcher, watchTaps } from './shared/watch-taps.ts';
