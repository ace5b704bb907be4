import { createServer } from 'node:http';

const prefix = '/api';

export const hosts = {
  web(app) {
    const route = app.facades.Route();
    if (globalThis.Bun !== undefined) {
      const server = Bun.serve({
        port: 0,
        hostname: '127.0.0.1',
        fetch: (request, self) => route.fetch(request, { prefix, ip: self.requestIP(request).address }),
      });
      return `http://127.0.0.1:${server.port}`;
    }
    const server = Deno.serve({ port: 0, hostname: '127.0.0.1', onListen: () => undefined }, (request, { remoteAddr }) =>
      route.fetch(request, { prefix, ip: remoteAddr.hostname }),
    );
    return `http://127.0.0.1:${server.addr.port}`;
  },
  node(app) {
    const { listener } = app.facades.Http();
    return (req, res) => {
      const url = req.url.slice(prefix.length);
      listener(Object.assign(req, { originalUrl: req.url, url: url.startsWith('/') ? url : `/${url}` }), res);
    };
  },
};

export const listen = async (listener) => {
  const server = createServer(listener);
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${server.address().port}`;
};
