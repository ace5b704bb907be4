import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { createServer, type RequestListener, type Server } from 'node:http';
import { createRequire } from 'node:module';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { handOver } from '@taproot/routing';
import { serve } from '../support/serve.ts';

const folder = join(import.meta.dirname, '..', '..', 'tools', 'peers');
const resolvePeer = createRequire(join(folder, 'package.json'));

// oxlint-disable-next-line typescript/no-explicit-any -- packages that are installed for this test alone have no types here
type Loaded = any;

const load = async (name: string): Promise<Loaded> => {
  const module = (await import(pathToFileURL(resolvePeer.resolve(name)).href)) as Record<string, Loaded>;
  return module['default'] ?? module;
};

/** An application of somebody else's, and addresses of it. */
interface Foreign {
  readonly listener: RequestListener;
  readonly paths: readonly string[];
  readonly close?: () => Promise<unknown>;
}

const document = { openapi: '3.0.0', info: { title: 'Shop', version: '1' }, paths: {} };

const listen = (listener: RequestListener): Promise<Server> =>
  new Promise((resolve) => {
    const server = createServer(listener).listen(0, '127.0.0.1', () => resolve(server));
  });
const portOf = (server: Server): number => (server.address() as AddressInfo).port;
const closed = (server: Server): Promise<void> =>
  new Promise((resolve) => {
    server.closeAllConnections();
    server.close(() => resolve());
  });

/** A server that answers nothing without a slash at its end. */
const appendsSlashes: RequestListener = (req, res) => {
  const [path = '', query] = (req.url ?? '').split('?', 2);
  if (path.endsWith('/')) res.end(`upstream ${req.url}`);
  else res.writeHead(301, { Location: `${path}/${query === undefined ? '' : `?${query}`}` }).end();
};

const makers: Readonly<Record<string, (files: string, upstream: number) => Promise<Foreign>>> = {
  'swagger-ui-express': async () => {
    const [express, ui] = await Promise.all([load('express'), load('swagger-ui-express')]);
    const app = express();
    app.use('/api-docs', ui.serve, ui.setup(document));
    return { listener: app, paths: ['/api-docs', '/api-docs/', '/api-docs/swagger-ui.css'] };
  },
  'express.static': async (files) => {
    const express = await load('express');
    const app = express();
    app.use('/files', express.static(files));
    return {
      listener: app,
      paths: ['/files', '/files/', '/files/sub', '/files/sub/', '/files/sub/a%20b.txt', '/files/caf%C3%A9.txt'],
    };
  },
  '@fastify/static': async (files) => {
    const [fastify, plugin] = await Promise.all([load('fastify'), load('@fastify/static')]);
    const app = fastify();
    await app.register(plugin, { root: files, prefix: '/public', redirect: true });
    await app.ready();
    return {
      listener: (req, res) => app.routing(req, res),
      paths: ['/public', '/public/', '/public/sub', '/public/sub/a%20b.txt'],
      close: () => app.close(),
    };
  },
  '@fastify/http-proxy': async (_files, upstream) => {
    const [fastify, plugin] = await Promise.all([load('fastify'), load('@fastify/http-proxy')]);
    const app = fastify();
    await app.register(plugin, { upstream: `http://127.0.0.1:${upstream}` });
    await app.ready();
    return {
      listener: (req, res) => app.routing(req, res),
      paths: ['/shop', '/shop/', '/shop/a%20b?x=%61', '/%E6%97%A5/'],
      close: () => app.close(),
    };
  },
  'http-proxy': async (_files, upstream) => {
    const proxy = (await load('http-proxy')).createProxyServer({ target: `http://127.0.0.1:${upstream}` });
    return {
      listener: (req, res) => proxy.web(req, res),
      paths: ['/shop', '/shop/', '/shop/a%20b?x=%61', '/%E6%97%A5/'],
      close: async () => proxy.close(),
    };
  },
  'the Swagger page of Nest': async () => {
    await load('reflect-metadata');
    const [{ NestFactory }, { Module }, { DocumentBuilder, SwaggerModule }] = await Promise.all([
      load('@nestjs/core'),
      load('@nestjs/common'),
      load('@nestjs/swagger'),
    ]);
    class Shop {
      readonly name = 'shop';
    }
    Module({})(Shop);
    const app = await NestFactory.create(Shop, { logger: false });
    SwaggerModule.setup('docs', app, SwaggerModule.createDocument(app, new DocumentBuilder().build()));
    await app.init();
    return {
      listener: app.getHttpAdapter().getInstance(),
      paths: ['/docs', '/docs/', '/docs/swagger-ui.css', '/docs-json'],
      close: () => app.close(),
    };
  },
};

/** What a browser gets: status, the address it ends at, the content. */
const look = async (port: number, path: string): Promise<string> => {
  const response = await fetch(`http://127.0.0.1:${port}${path}`);
  const text = await response.text();
  return JSON.stringify([response.status, new URL(response.url).pathname, text.length]);
};

/** Applications of others behind `handOver()` beside themselves alone, on each driver. */
export const run = async (): Promise<readonly string[]> => {
  if (!existsSync(join(folder, 'node_modules', 'http-proxy')))
    spawnSync('npm', ['ci'], { cwd: folder, stdio: 'inherit' });
  const files = mkdtempSync(join(tmpdir(), 'taproot-mounted-'));
  mkdirSync(join(files, 'sub'));
  for (const [name, text] of [
    ['index.html', 'home'],
    ['café.txt', 'coffee'],
    ['sub/index.html', 'sub'],
    ['sub/a b.txt', 'a b'],
  ] as const)
    writeFileSync(join(files, name), text);
  const upstream = await listen(appendsSlashes);
  const faults: string[] = [];
  const rows: Record<string, object> = {};
  for (const [name, make] of Object.entries(makers)) {
    const { listener, paths, close } = await make(files, portOf(upstream));
    const alone = await listen(listener);
    for (const driver of ['koa', 'fastify']) {
      const behind = await serve(
        (route) => {
          route.any('/', handOver(listener)).rawBody();
          route.any('/{path*}', handOver(listener)).rawBody();
        },
        { driver },
      );
      let same = 0;
      for (const path of paths) {
        const [expected, got] = await Promise.all([look(portOf(alone), path), look(behind.port, path)]);
        if (expected === got && got.startsWith('[200,')) same++;
        else faults.push(`${name} on ${driver}: ${path} is ${got}, and alone ${expected}`);
      }
      rows[`${name}, ${driver}`] = { paths: paths.length, 'as alone, with 200': same };
      await behind.close();
    }
    await closed(alone);
    await close?.();
  }
  await closed(upstream);
  await rm(files, { recursive: true });
  console.table(rows);
  return faults;
};
