// Rows of frameworks for pages, which are built before they are mounted.
import { deepEqual, equal, match } from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import next from 'next';
import { WebSocket } from 'ws';

/** Builds the application of a folder, unless it is built. */
const build = (folder, made, ...command) => {
  const cwd = join(import.meta.dirname, folder);
  const env = { ...process.env, NODE_ENV: 'production', NEXT_TELEMETRY_DISABLED: '1' };
  if (!existsSync(join(cwd, made))) execFileSync('npx', command, { cwd, env, stdio: ['ignore', 'ignore', 'inherit'] });
  return join(cwd, made);
};

const post = (url, body) => fetch(url, { method: 'POST', body, headers: { origin: new URL(url).origin } });
const json = (value) => new Blob([JSON.stringify(value)], { type: 'application/json' });

const prepareNext = async (dev) => {
  if (!dev) build('next', '.next/BUILD_ID', 'next', 'build');
  const server = createServer();
  const app = next({ dev, dir: join(import.meta.dirname, 'next'), httpServer: server });
  await app.prepare();
  return { app, server };
};

const mountNext = (route, { app, server }) => {
  const handle = app.getRequestHandler();
  route.mountNode('/next', (req, res) => handle(req, res), {
    strip: false,
    upgrade: (...args) => server.emit('upgrade', ...args),
  });
};

export const pages = {
  Next: {
    prepare: () => prepareNext(false),
    mount: mountNext,
    async check(url) {
      const page = await (await fetch(`${url}/next`)).text();
      match(page, /<h1>Roots<\/h1>/);
      const [script] = /\/next\/_next\/static\/[^"\\]+\.js/.exec(page);
      equal((await fetch(url + script)).headers.get('cache-control'), 'public, max-age=31536000, immutable');
      match(await (await fetch(`${url}/next/slow`)).text(), /wait[^]*late roots/);
      const echo = await fetch(`${url}/next/api/echo?q=a%20b`);
      deepEqual(await echo.json(), { path: '/api/echo', q: 'a b' });
      const said = await post(`${url}/next/api/echo`, json({ a: 1 }));
      deepEqual(await said.json(), { a: 1 });
      match(said.headers.getSetCookie().join(), /seen=1/);
      equal((await fetch(`${url}/next/none`)).status, 404);
      equal((await fetch(`${url}/other`)).status, 404);
    },
    stream: (url) => fetch(`${url}/next/events`),
    stop: ({ app }) => app.close(),
    alone: true,
  },
  'Next in development': {
    prepare: () => prepareNext(true),
    mount: mountNext,
    async check(url) {
      match(await (await fetch(`${url}/next`)).text(), /<h1>Roots<\/h1>/);
    },
    async socket(url) {
      const socket = new WebSocket(`${url.replace('http', 'ws')}/next/_next/hmr?id=1`, { origin: url });
      await new Promise((resolve, reject) => socket.once('message', resolve).once('error', reject));
      return socket;
    },
    stop: ({ app }) => app.close(),
    alone: true,
  },
  SvelteKit: {
    async prepare() {
      const file = build('svelte', 'build/handler.js', 'vite', 'build');
      // The adapter reads the address from these headers; without them it takes https for the protocol.
      process.env.PROTOCOL_HEADER = 'x-forwarded-proto';
      return (await import(pathToFileURL(file).href)).handler;
    },
    mount(route, handler) {
      route.mountNode('/kit', handler, { strip: false });
    },
    async check(url) {
      const page = await (await fetch(`${url}/kit`)).text();
      match(page, /<h1>Roots/);
      const said = await fetch(`${url}/kit/api/echo`, {
        method: 'POST',
        body: json({ a: 1 }),
      });
      deepEqual(await said.json(), { body: { a: 1 }, path: '/kit/api/echo', ip: '127.0.0.1' });
      match(said.headers.getSetCookie().join(), /seen=1/);
      const form = await fetch(`${url}/kit`, {
        method: 'POST',
        body: new URLSearchParams({ text: 'hi' }),
        headers: { origin: url, accept: 'text/html', 'x-forwarded-proto': 'http' },
      });
      match(await form.text(), /<h1>Roots hi/);
      equal((await fetch(`${url}/kit/none`)).status, 404);
    },
    stream: (url) => fetch(`${url}/kit/events`),
  },
};
