import { join } from 'node:path';
import { definePlugin } from '@taproot/core/plugin';
import { run } from '@taproot/core/run';
import { boot } from '../../bootstrap/app.ts';

const dist = join(import.meta.dirname, '..', '..', '..', 'conduit-web', 'dist');

/** Serves the built front end beside the API: its page at every address outside of the API. */
const frontEnd = definePlugin({
  name: 'front-end',
  requires: ['routing'],
  apply(app) {
    const route = app.facades.Route().meta({ openapi: { hidden: true } });
    const page = join(dist, 'index.html');
    route.static('/assets', join(dist, 'assets'), { maxAge: '365d', immutable: true });
    route.get('/', (ctx) => ctx.response().file(page));
    route.get('/{path*}', (ctx) => ctx.response().file(page));
  },
});

// `npm run test:long -- conduit-web` starts this file.
await run(() => boot({}, [frontEnd]));
