export default {
  basePath: '/next',
  // Where several folders have a lock file, Next takes the outermost one for the root.
  turbopack: { root: new URL('..', import.meta.url).pathname },
};
