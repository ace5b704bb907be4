// Servers of other frameworks, which have the application below /api.
import { createServer } from 'node:http';
import fastifyMiddie from '@fastify/middie';
import { getRequestListener } from '@hono/node-server';
import { getConnInfo } from '@hono/node-server/conninfo';
import { bodyParser } from '@koa/bodyparser';
import express from 'express';
import { fastify } from 'fastify';
import { Hono } from 'hono';
import Koa from 'koa';

const koaBelow = (prefix, listener) => (ctx, next) => {
  if (!`${ctx.path}/`.startsWith(`${prefix}/`)) return next();
  ctx.respond = false;
  const url = ctx.url.slice(prefix.length);
  listener(Object.assign(ctx.req, { url: url.startsWith('/') ? url : `/${url}`, originalUrl: ctx.url }), ctx.res);
};

const withParsed = (ctx, next) => {
  ctx.req.body = ctx.request.body;
  return next();
};

/** Each gives a listener of Node. */
export const hosts = {
  'a server of Node': (app) => {
    const { listener } = app.facades.Http();
    return (req, res) => {
      if (!req.url.startsWith('/api')) return res.writeHead(404).end();
      const url = req.url.slice(4);
      listener(Object.assign(req, { originalUrl: req.url, url: url.startsWith('/') ? url : `/${url}` }), res);
    };
  },
  'Express 5': (app) => express().use('/api', app.facades.Http().listener),
  'Express 5 with parsers': (app) =>
    express()
      .use(express.json({ limit: '10mb' }), express.urlencoded({ extended: true }))
      .use('/api', app.facades.Http().listener),
  Koa: (app) => new Koa().use(koaBelow('/api', app.facades.Http().listener)).callback(),
  'Koa with a parser': (app) =>
    new Koa()
      .use(bodyParser({ jsonLimit: '10mb' }))
      .use(withParsed)
      .use(koaBelow('/api', app.facades.Http().listener))
      .callback(),
  Fastify: async (app) => {
    const instance = fastify();
    await instance.register(fastifyMiddie);
    instance.use('/api', app.facades.Http().listener);
    await instance.ready();
    return (req, res) => instance.routing(req, res);
  },
  Hono: (app) => {
    const hono = new Hono();
    hono.all('/api/*', (c) =>
      app.facades.Route().fetch(c.req.raw, { prefix: '/api', ip: getConnInfo(c).remote.address }),
    );
    return getRequestListener(hono.fetch.bind(hono));
  },
};

/** Listens on a free port. */
export const listen = async (listener) => {
  const server = createServer(listener);
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { server, url: `http://127.0.0.1:${server.address().port}` };
};
