// Boots an application of every plugin, opens it, asks a route with a constraint and a file of it and gives it an upload, and prints the
// modules that were loaded until each of the three.
import Module, { register } from 'node:module';
import { MessageChannel } from 'node:worker_threads';

const told = new Set<string>();
const { port1, port2 } = new MessageChannel();
port1.on('message', (url: string) => told.add(url));
const hooks = `
  let port;
  export const initialize = (given) => void (port = given);
  export const load = (url, context, next) => (port.postMessage(url), next(url, context));
`;
register(`data:text/javascript,${encodeURIComponent(hooks)}`, { data: port2, transferList: [port2] });

const { setup } = await import('@taproot/core');
const { auth } = await import('@taproot/auth');
const { broadcast } = await import('@taproot/broadcast');
const { consoleKernel } = await import('@taproot/console');
const { cors } = await import('@taproot/cors');
const { crypt } = await import('@taproot/crypt');
const { database } = await import('@taproot/database');
const { devtools } = await import('@taproot/devtools');
const { fastify } = await import('@taproot/fastify');
const { health } = await import('@taproot/health');
const { koa } = await import('@taproot/koa');
const { lang } = await import('@taproot/lang');
const { mcp } = await import('@taproot/mcp');
const { openapi } = await import('@taproot/openapi');
const { log } = await import('@taproot/log');
const { redis } = await import('@taproot/redis');
const { routing } = await import('@taproot/routing');
const { security } = await import('@taproot/security');
const { session } = await import('@taproot/session');
const { throttle } = await import('@taproot/throttle');
const { validation } = await import('@taproot/validation');
const { websocket } = await import('@taproot/websocket');

const app = await setup(null, {
  basePath: import.meta.dirname,
  env: { APP_ENV: 'testing', APP_KEY: 'n3w-Zr2mXw5kYc9nVb3gHs7jLd4fAu6eTo1iWy0xKzM' },
})
  .withPlugins([
    consoleKernel(),
    routing(),
    koa(),
    fastify(),
    cors(),
    crypt(),
    security(),
    session(),
    log(),
    redis(),
    throttle(),
    health(),
    devtools(),
    broadcast(),
    lang(),
    validation(),
    websocket(),
    database(),
    auth(),
    openapi(),
    mcp(),
  ])
  .withConfig({ http: { port: 0 }, database: { connections: { sqlite: { path: ':memory:' } } } })
  .withRouting((route) => {
    route.get('/', (ctx) => ctx.response().json(200, {}));
    route.get('/posts/{id:[0-9]+}', (ctx) => ctx.response().json(200, {}));
    route.static('/files', import.meta.dirname);
    route.post('/uploads', (ctx) => ({ size: ctx.request().file('note')?.size }));
  })
  .create();
app.facades.Route().getRoutes();

const loaded = async (): Promise<string[]> => {
  // The hooks run on another thread: what they sent is here after a turn.
  await new Promise((resolve) => setImmediate(resolve));
  const required = Object.keys(Reflect.get(Module, '_cache') as object);
  return [...told, ...required].map((name) => name.replaceAll('\\', '/'));
};

const booted = await loaded();
await app.open();
const serving = await loaded();
const url = app.facades.Http().address?.url ?? '';
const form = new FormData();
form.set('note', new Blob(['bytes']), 'note.txt');
for (const response of [
  await fetch(`${url}/posts/7`),
  await fetch(`${url}/files/loaded-modules.ts`),
  await fetch(`${url}/uploads`, { method: 'POST', body: form }),
])
  if (!response.ok) throw new Error(await response.text());
const used = await loaded();
await app.close();

console.log(JSON.stringify({ booted, serving, used }));
process.exit();
