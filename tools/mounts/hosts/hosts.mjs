// Servers of other frameworks, which have the application below /api. Each gives a listener of Node.
import fastifyMiddie from '@fastify/middie';
import { getRequestListener } from '@hono/node-server';
import { getConnInfo } from '@hono/node-server/conninfo';
import { bodyParser } from '@koa/bodyparser';
import express from 'express';
import { fastify } from 'fastify';
import { Hono } from 'hono';
import Koa from 'koa';
import { requestsBelow } from './below.mjs';

/** Leaves the requests below /api to the application. */
const inKoa = (app) => {
  const pass = requestsBelow('/api', app);
  return (ctx, next) => {
    if (!ctx.path.startsWith('/api')) return next();
    ctx.respond = false;
    // A parser of Koa keeps its result elsewhere.
    if (ctx.request.body !== undefined) ctx.req.body = ctx.request.body;
    return pass(ctx.req, ctx.res);
  };
};

export const hosts = {
  'a server of Node': (app) => requestsBelow('/api', app),
  'Express 5': (app) => express().use('/api', app.facades.Http().listener),
  'Express 5 with parsers': (app) =>
    express()
      .use(express.json(), express.urlencoded({ extended: true }), (error, _req, res, _next) => {
        res.status(error.status).end();
      })
      .use('/api', app.facades.Http().listener),
  Koa: (app) => new Koa().use(inKoa(app)).callback(),
  'Koa with a parser': (app) => Object.assign(new Koa(), { silent: true }).use(bodyParser()).use(inKoa(app)).callback(),
  Fastify: async (app) => {
    const instance = fastify();
    await instance.register(fastifyMiddie);
    void instance.use('/api', app.facades.Http().listener);
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
