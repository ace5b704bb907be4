import { run, setup } from '@taproot/core';
import { routing } from '@taproot/routing';

const boot = () =>
  setup()
    .withPlugins([routing()])
    .withRouting((route) => {
      route.get('/hello/{name}', (ctx) => ({ hello: ctx.request().route('name') }));
    })
    .create();

await run(boot);
