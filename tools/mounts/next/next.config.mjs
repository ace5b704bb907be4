export default {
  basePath: '/next',
  // The test asks by this address.
  allowedDevOrigins: ['127.0.0.1'],
  // Where several folders have a lock file, Next takes the outermost one for the root.
  turbopack: { root: new URL('..', import.meta.url).pathname },
};
