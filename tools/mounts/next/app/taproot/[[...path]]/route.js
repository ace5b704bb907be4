// The application is made beside Next (hosts/next.mjs): here the packages are links, which Next would bundle. The address of the request lacks
// the basePath of Next.
const answer = (request) => globalThis.taproot.facades.Route().fetch(request, { prefix: '/taproot', ip: '127.0.0.1' });

export {
  answer as DELETE,
  answer as GET,
  answer as HEAD,
  answer as OPTIONS,
  answer as PATCH,
  answer as POST,
  answer as PUT,
};
