// One row for each package that applications mount: how it is mounted, a request that works, and a stream that is open at shutdown.
import { deepEqual, equal, match } from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ApolloServer } from '@apollo/server';
import { expressMiddleware } from '@as-integrations/express5';
import { Auth } from '@auth/core';
import { createBullBoard } from '@bull-board/api';
import { ExpressAdapter } from '@bull-board/express';
import websocket from '@fastify/websocket';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { WebStandardStreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/webStandardStreamableHttp.js';
import { createORPCClient } from '@orpc/client';
import { RPCLink } from '@orpc/client/fetch';
import { os } from '@orpc/server';
import { RPCHandler } from '@orpc/server/fetch';
import { initTRPC } from '@trpc/server';
import { fetchRequestHandler } from '@trpc/server/adapters/fetch';
import { simulateReadableStream, streamText } from 'ai';
import { MockLanguageModelV3 } from 'ai/test';
import { betterAuth } from 'better-auth';
import { memoryAdapter } from 'better-auth/adapters/memory';
import express from 'express';
import { createClient } from 'graphql-ws';
import { useServer } from 'graphql-ws/use/ws';
import { createSchema, createYoga } from 'graphql-yoga';
import { Hono } from 'hono';
import { streamSSE } from 'hono/streaming';
import { Server as Engine } from 'socket.io';
import { io as connect } from 'socket.io-client';
import swaggerUi from 'swagger-ui-express';
import { createServer as createVite } from 'vite';
import { WebSocket, WebSocketServer } from 'ws';
import { z } from 'zod';
import { pages } from './pages.mjs';

const json = async (response) => {
  equal(response.status, 200, await response.clone().text());
  return response.json();
};
const post = (url, body, headers = {}) =>
  fetch(url, {
    method: 'POST',
    body: JSON.stringify(body),
    headers: { 'content-type': 'application/json', origin: new URL(url).origin, ...headers },
  });

const never = () => new Promise(() => undefined);
async function* counting() {
  yield 1;
  await never();
}

const schema = createSchema({
  typeDefs:
    'type Query { hello: String! } type Mutation { say(text: String!): String! } type Subscription { count: Int! }',
  resolvers: {
    Query: { hello: () => 'roots' },
    Mutation: { say: (_root, { text }) => text },
    Subscription: {
      count: {
        async *subscribe() {
          yield { count: 1 };
          await never();
        },
      },
    },
  },
});

/** A model of the AI SDK that says two words and, if asked for, goes on for ever. */
const model = (endless) =>
  new MockLanguageModelV3({
    doStream: async ({ abortSignal }) => ({
      stream: endless
        ? new ReadableStream({
            start(controller) {
              // As the providers do, which read from fetch().
              abortSignal.addEventListener('abort', () => controller.error(abortSignal.reason));
              controller.enqueue({ type: 'text-start', id: '1' });
              controller.enqueue({ type: 'text-delta', id: '1', delta: 'Hello' });
            },
          })
        : simulateReadableStream({
            chunks: [
              { type: 'text-start', id: '1' },
              { type: 'text-delta', id: '1', delta: 'Hello, ' },
              { type: 'text-delta', id: '1', delta: 'world' },
              { type: 'text-end', id: '1' },
              {
                type: 'finish',
                finishReason: { unified: 'stop', raw: undefined },
                usage: { inputTokens: { total: 1 }, outputTokens: { total: 2 } },
              },
            ],
          }),
    }),
  });

const mcpServer = () => {
  const server = new McpServer({ name: 'shop', version: '1.0.0' });
  server.registerTool('add', { inputSchema: { a: z.number(), b: z.number() } }, async ({ a, b }) => ({
    content: [{ type: 'text', text: String(a + b) }],
  }));
  return server;
};

const opened = (socket) =>
  new Promise((resolve, reject) => socket.once('connect', resolve).once('connect_error', reject));

export const rows = {
  'socket.io': {
    prepare: async () => new Engine({ serveClient: false }),
    mount(route, io) {
      io.on('connection', (socket) => socket.on('say', (text, done) => done(text.toUpperCase())));
      const server = createServer();
      io.attach(server);
      const [answer] = server.listeners('request');
      route.mountNode('/socket.io', answer, {
        strip: false,
        upgrade: (...args) => server.emit('upgrade', ...args),
      });
    },
    async check(url) {
      for (const transports of [['polling'], ['websocket'], ['polling', 'websocket']]) {
        const socket = connect(url, { transports, forceNew: true, reconnection: false });
        await opened(socket);
        equal(await socket.emitWithAck('say', 'roots'), 'ROOTS');
        socket.disconnect();
      }
    },
    async socket(url) {
      const socket = connect(url, { transports: ['websocket'], forceNew: true, reconnection: false });
      await opened(socket);
      return { once: (_event, ended) => socket.once('disconnect', ended) };
    },
    stop: (io) => io.close(),
  },
  Vite: {
    async prepare() {
      const root = await mkdtemp(join(tmpdir(), 'taproot-vite-'));
      await writeFile(join(root, 'index.html'), '<script type="module" src="/main.js"></script>');
      await writeFile(join(root, 'main.js'), 'console.log(1);');
      const server = createServer();
      const hmr = { server };
      const vite = await createVite({
        root,
        configFile: false,
        logLevel: 'silent',
        server: { middlewareMode: true, hmr },
      });
      return { root, server, vite };
    },
    mount(route, { vite, server }) {
      route.mountNode('/', vite.middlewares, { upgrade: (...args) => server.emit('upgrade', ...args) });
    },
    async check(url) {
      match(await (await fetch(url)).text(), /@vite\/client/);
      match(await (await fetch(`${url}/main.js`)).text(), /console\.log/);
    },
    async socket(url) {
      const client = await (await fetch(`${url}/@vite/client`)).text();
      const [, token] = /wsToken = "([^"]+)"/.exec(client);
      const socket = new WebSocket(`${url.replace('http', 'ws')}/?token=${token}`, 'vite-hmr');
      deepEqual(JSON.parse(await new Promise((resolve) => socket.once('message', resolve))), { type: 'connected' });
      return socket;
    },
    async stop({ root, vite }) {
      await vite.close();
      await rm(root, { recursive: true });
    },
  },
  Hono: {
    mount(route) {
      const hono = new Hono().basePath('/hono');
      hono.get('/users/:id', (c) => c.json({ id: c.req.param('id'), q: c.req.query('q') }));
      hono.post('/echo', async (c) => c.json(await c.req.json()));
      hono.get('/events', (c) =>
        streamSSE(c, async (stream) => {
          await stream.writeSSE({ data: '1' });
          await never();
        }),
      );
      route.mount('/hono', hono);
    },
    async check(url) {
      deepEqual(await json(await fetch(`${url}/hono/users/a%20b?q=%61`)), { id: 'a b', q: 'a' });
      deepEqual(await json(await post(`${url}/hono/echo`, { a: 1 })), { a: 1 });
      equal((await fetch(`${url}/hono/none`)).status, 404);
    },
    stream: (url) => fetch(`${url}/hono/events`),
  },
  'GraphQL Yoga': {
    mount(route) {
      const yoga = createYoga({ schema, logging: false });
      route.mount('/graphql', yoga);
    },
    async check(url) {
      deepEqual(await json(await post(`${url}/graphql`, { query: '{ hello }' })), { data: { hello: 'roots' } });
      deepEqual(await json(await fetch(`${url}/graphql?query=%7Bhello%7D`)), { data: { hello: 'roots' } });
      const form = new FormData();
      form.set('operations', JSON.stringify({ query: 'mutation { say(text: "hi") }' }));
      form.set('map', '{}');
      deepEqual(await json(await fetch(`${url}/graphql`, { method: 'POST', body: form })), { data: { say: 'hi' } });
      match(await (await fetch(`${url}/graphql`, { headers: { accept: 'text/html' } })).text(), /Yoga/);
    },
    stream: (url) => post(`${url}/graphql`, { query: 'subscription { count }' }, { accept: 'text/event-stream' }),
  },
  'GraphQL Yoga over WebSockets': {
    prepare: async () => new WebSocketServer({ noServer: true }),
    mount(route, server) {
      const yoga = createYoga({ schema, logging: false });
      server.ended = useServer({ schema }, server);
      route.mount('/graphql', yoga, {
        upgrade: (req, socket, head) =>
          server.handleUpgrade(req, socket, head, (client) => server.emit('connection', client, req)),
      });
    },
    async check(url) {
      deepEqual(await json(await post(`${url}/graphql`, { query: '{ hello }' })), { data: { hello: 'roots' } });
      const client = createClient({ url: `${url.replace('http', 'ws')}/graphql`, webSocketImpl: WebSocket });
      for await (const one of client.iterate({ query: 'subscription { count }' })) {
        deepEqual(one, { data: { count: 1 } });
        break;
      }
      await client.dispose();
    },
    async socket(url) {
      const socket = new WebSocket(`${url.replace('http', 'ws')}/graphql`, 'graphql-transport-ws');
      const said = (type) =>
        new Promise((resolve) => socket.on('message', (data) => JSON.parse(data).type === type && resolve()));
      await new Promise((resolve, reject) => socket.once('open', resolve).once('error', reject));
      socket.send(JSON.stringify({ type: 'connection_init' }));
      await said('connection_ack');
      socket.send(JSON.stringify({ id: '1', type: 'subscribe', payload: { query: 'subscription { count }' } }));
      await said('next');
      return socket;
    },
    stop: (server) => server.ended.dispose(),
  },
  '@fastify/websocket': {
    driver: 'fastify',
    async configure(fastify) {
      await fastify.register(websocket);
      fastify.register(async (scope) =>
        scope.get('/socket', { websocket: true }, (socket) => socket.on('message', (data) => socket.send(`${data}!`))),
      );
    },
    mount: (route) => route.get('/', () => ({ hello: 'roots' })),
    async check(url) {
      deepEqual(await json(await fetch(url)), { hello: 'roots' });
    },
    async socket(url) {
      const socket = new WebSocket(`${url.replace('http', 'ws')}/socket`);
      await new Promise((resolve, reject) => socket.once('open', resolve).once('error', reject));
      socket.send('roots');
      equal(String(await new Promise((resolve) => socket.once('message', resolve))), 'roots!');
      return socket;
    },
  },
  tRPC: {
    mount(route) {
      const t = initTRPC.create();
      const router = t.router({
        double: t.procedure.input(z.number()).query(({ input }) => input * 2),
        say: t.procedure.input(z.string()).mutation(({ input }) => input),
        count: t.procedure.subscription(counting),
      });
      route.mount('/trpc', (req) => fetchRequestHandler({ endpoint: '/trpc', req, router }));
    },
    async check(url) {
      deepEqual(await json(await fetch(`${url}/trpc/double?input=21`)), { result: { data: 42 } });
      deepEqual(await json(await post(`${url}/trpc/say`, 'hi')), { result: { data: 'hi' } });
    },
    stream: (url) => fetch(`${url}/trpc/count`, { headers: { accept: 'text/event-stream' } }),
  },
  oRPC: {
    mount(route) {
      const rpc = new RPCHandler({
        double: os.input(z.number()).handler(({ input }) => input * 2),
        count: os.handler(counting),
      });
      route.mount('/rpc', async (request) => (await rpc.handle(request, { prefix: '/rpc' })).response);
    },
    async check(url) {
      const client = createORPCClient(new RPCLink({ url: `${url}/rpc` }));
      equal(await client.double(21), 42);
      equal((await fetch(`${url}/rpc/none`)).status, 404);
    },
    stream: (url) => post(`${url}/rpc/count`, {}),
  },
  'better-auth': {
    mount(route) {
      const auth = betterAuth({
        secret: 'c2VjcmV0LW9mLXRoZS10ZXN0LW9mLW1vdW50cw',
        baseURL: 'http://localhost',
        trustedOrigins: (request) => (request ? [new URL(request.url).origin] : []),
        database: memoryAdapter({ user: [], session: [], account: [], verification: [] }),
        emailAndPassword: { enabled: true },
        telemetry: { enabled: false },
        logger: { disabled: true },
      });
      route.mount('/api/auth', auth.handler);
    },
    async check(url) {
      deepEqual(await json(await fetch(`${url}/api/auth/ok`)), { ok: true });
      const made = await post(`${url}/api/auth/sign-up/email`, {
        name: 'Ada',
        email: 'a@b.test',
        password: 'roots-roots',
      });
      equal((await json(made)).user.email, 'a@b.test');
      const cookie = made.headers
        .getSetCookie()
        .map((one) => one.split(';')[0])
        .join('; ');
      const session = await json(await fetch(`${url}/api/auth/get-session`, { headers: { cookie } }));
      equal(session.user.name, 'Ada');
    },
  },
  'Auth.js': {
    mount(route) {
      const config = { basePath: '/auth', secret: 'secret-of-the-test', trustHost: true, providers: [] };
      route.mount('/auth', (request) => Auth(request, { ...config }));
    },
    async check(url) {
      deepEqual(await json(await fetch(`${url}/auth/providers`)), {});
      match((await json(await fetch(`${url}/auth/csrf`))).csrfToken, /^[0-9a-f]{64}$/);
      match(await (await fetch(`${url}/auth/signin`)).text(), /<form|<html/);
    },
  },
  'MCP SDK': {
    mount(route) {
      const sessions = new Map();
      route.mount('/mcp', async (request) => {
        const known = sessions.get(request.headers.get('mcp-session-id'));
        if (known !== undefined) return known.handleRequest(request);
        const transport = new WebStandardStreamableHTTPServerTransport({
          sessionIdGenerator: () => crypto.randomUUID(),
          onsessioninitialized: (id) => void sessions.set(id, transport),
        });
        await mcpServer().connect(transport);
        return transport.handleRequest(request);
      });
    },
    async check(url) {
      const client = new Client({ name: 'test', version: '1.0.0' });
      await client.connect(new StreamableHTTPClientTransport(new URL(`${url}/mcp`)));
      const { content } = await client.callTool({ name: 'add', arguments: { a: 40, b: 2 } });
      equal(content[0].text, '42');
      await client.close();
    },
    async stream(url) {
      const client = new Client({ name: 'test', version: '1.0.0' });
      const transport = new StreamableHTTPClientTransport(new URL(`${url}/mcp`));
      await client.connect(transport);
      const id = transport.sessionId;
      await transport.close();
      // The stream of the client itself may still be open, and there is one for each session.
      const accept = { accept: 'text/event-stream', 'mcp-session-id': id, 'mcp-protocol-version': '2025-06-18' };
      for (;;) {
        const response = await fetch(`${url}/mcp`, { headers: accept });
        if (response.status === 200) return response;
        await response.text();
      }
    },
    head: true,
  },
  'AI SDK': {
    mount(route) {
      route.mount('/chat', () => streamText({ model: model(false), prompt: 'Hi' }).toUIMessageStreamResponse());
      route.mount('/text', ({ signal }) =>
        streamText({ model: model(true), prompt: 'Hi', abortSignal: signal }).toTextStreamResponse(),
      );
    },
    async check(url) {
      const reply = await post(`${url}/chat`, {});
      equal(reply.headers.get('content-type'), 'text/event-stream');
      match(await reply.text(), /"delta":"Hello, "[^]*"delta":"world"[^]*\[DONE\]/);
    },
    stream: (url) => post(`${url}/text`, {}),
    // It is no event stream, so it gets a quarter of the time before its signal aborts.
    seconds: 2.5,
  },
  'Apollo Server': {
    async prepare() {
      const resolvers = { Query: { hello: () => 'roots' } };
      const apollo = new ApolloServer({ typeDefs: 'type Query { hello: String! }', resolvers });
      await apollo.start();
      return apollo;
    },
    mount(route, apollo) {
      route.mountNode('/apollo', express().use(express.json(), expressMiddleware(apollo)));
    },
    stop: (apollo) => apollo.stop(),
    async check(url) {
      deepEqual(await json(await post(`${url}/apollo`, { query: '{ hello }' })), { data: { hello: 'roots' } });
      const away = await fetch(`${url}/apollo`, { headers: { accept: 'text/html' } });
      match(await away.text(), /Apollo|embeddable/i);
    },
  },
  'swagger-ui-express': {
    mount(route) {
      const document = { openapi: '3.0.0', info: { title: 'Shop', version: '1' }, paths: {} };
      route.mountNode('/docs', express().use(swaggerUi.serve, swaggerUi.setup(document)));
    },
    async check(url) {
      const page = await fetch(`${url}/docs`);
      equal(new URL(page.url).pathname, '/docs/');
      match(await page.text(), /swagger-ui/);
      equal((await fetch(`${url}/docs/swagger-ui.css`)).headers.get('content-type'), 'text/css; charset=utf-8');
      match(await (await fetch(`${url}/docs/swagger-ui-init.js`)).text(), /Shop/);
    },
  },
  'bull-board': {
    mount(route) {
      const adapter = new ExpressAdapter();
      adapter.setBasePath('/queues');
      createBullBoard({ queues: [], serverAdapter: adapter });
      route.mountNode('/queues', express().use(adapter.getRouter()));
    },
    async check(url) {
      const page = await (await fetch(`${url}/queues`)).text();
      match(page, /<base href="\/queues\/"/);
      const [, script] = /src="([^"]+\.js)"/.exec(page);
      equal((await fetch(new URL(script, `${url}/queues/`))).status, 200);
      deepEqual((await json(await fetch(`${url}/queues/api/queues?page=1`))).queues, []);
    },
  },
  ...pages,
};
