import { facades } from '../app/facades.ts';

/** Pages and files for browsers. */
export const web = (): void => {
  // Leaves these routes out of the API document: api/openapi.json describes only routes/api.ts.
  const route = facades.Route().meta({ openapi: { hidden: true } });

  // Developers see the welcome page, which says what to do next. Visitors, also of staging, see public/index.html.
  const { debug } = facades.App();
  const home = debug ? 'public/welcome.html' : 'public/index.html';
  route.get('/', (ctx) => ctx.response().file(home)).name('home');
  route.static('/assets', 'public/assets');
  route.staticFile('/favicon.svg', 'public/favicon.svg');

  // The data of the welcome page. Visitors of a real site must not see it.
  if (debug) {
    route.get('/routes', (ctx) => ctx.response().json(200, facades.Route().getRoutes())).name('routes');
  }
};
