// Taproot taking in any multipart body, compressed ones too, on the driver that the argument names. Limits of size that would
// end the comparison early are raised.
import { createFacades, setup } from '@taproot/core';
import { fastify } from '@taproot/fastify';
import { routing } from '@taproot/routing';
import { report } from './serve.js';

const [driver = 'koa'] = process.argv.slice(2);
const MiB = 1024 * 1024;

const handle = createFacades();
const app = await setup(handle, { basePath: new URL('.', import.meta.url) })
  .withPlugins([routing(), fastify()])
  .withConfig({
    http: {
      driver,
      host: '127.0.0.1',
      port: 0,
      decompression: { ratio: null, floor: 0 },
      upload: { max_body: 16 * MiB, max_field: 8 * MiB, compressed: true },
    },
  })
  .withRouting((route) => void route.post('/', (ctx) => ctx.response().noContent()))
  .create();
await app.open();
report(app.facades.Http().address?.port ?? 0);
