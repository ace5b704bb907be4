import { boot } from '../../../../hosts/hosted.mjs';

// Next loads a route again for each of its bundles, so the application is kept in the process.
globalThis.taproot ??= boot().then(async (app) => {
  await app.open();
  return app;
});

const answer = async (request) => {
  const app = await globalThis.taproot;
  return app.facades.Route().fetch(request, { prefix: '/next/taproot', ip: '127.0.0.1' });
};

export {
  answer as DELETE,
  answer as GET,
  answer as HEAD,
  answer as OPTIONS,
  answer as PATCH,
  answer as POST,
  answer as PUT,
};
