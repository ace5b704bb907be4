export default {
  basePath: '/next',
  // The test asks by this address.
  allowedDevOrigins: ['127.0.0.1'],
  // The root has the packages.
  turbopack: { root: new URL('../../..', import.meta.url).pathname },
  // Packages that read files beside their modules are loaded by Node.
  serverExternalPackages: ['@taproot/core', '@taproot/routing', '@taproot/validation'],
};
