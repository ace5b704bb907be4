import { facades } from '../app/facades.ts';

/** Pages and files for browsers. */
export const web = (): void => {
  // The document of the API, api/openapi.json, is about routes/api.ts alone.
  const route = facades.Route().meta({ openapi: { hidden: true } });

  // The welcome page tells you what to do next; visitors of a real site see public/index.html. Staging is real, too.
  const { debug } = facades.App();
  const home = debug ? 'public/welcome.html' : 'public/index.html';
  route.get('/', (ctx) => ctx.response().file(home)).name('home');
  route.static('/assets', 'public/assets');
  route.staticFile('/favicon.svg', 'public/favicon.svg');

  // What the welcome page lists; nothing that visitors of a real site should see.
  if (debug) {
    route.get('/routes', (ctx) => ctx.response().json(200, facades.Route().getRoutes())).name('routes');
  }
};
