import { Router } from '@koa/router';
import type { Middleware } from '@taproot/core';
import { fromKoa } from '@taproot/koa';
import { fromConnect, handOver, type NodeHandler } from '@taproot/routing';
import { fastify as fastifyApplication } from 'fastify';
import Koa from 'koa';
import { canonicalPath } from '../../../plugins/routing/src/pattern/canonical-path.ts';
import { Random } from '../../support/random.ts';
import { serve } from '../../support/serve.ts';
import { makeTarget, sendTargets } from './targets.ts';

/** What was seen of a request on its way. */
interface Seen {
  /** What each door was given. */
  readonly arrived: Record<string, string>;
  /** Whether a guard stood before it. */
  guarded: boolean;
  /** Whether the route behind the guard answered. */
  reached: string | null;
}

const at = '/guarded';

/** A guard as people write it for Koa: by the path that its context shows. */
const isGuarded = (path: string): boolean => {
  const plain = path.replace(/\/$/, '');
  return plain === `${at}/admin` || plain.startsWith(`${at}/admin/`);
};

const pathOf = (url: string): string => url.replace(/^https?:\/\/[^/?#]*/i, '').split('?', 1)[0] ?? '';

/** Routers of others, which have an address `/guarded/admin` of their own. */
const innerRouters = async (reach: (id: string, by: string) => void): Promise<Record<string, NodeHandler>> => {
  const koa = new Koa();
  // By themselves routers of Koa and Express ignore case, which docs/moving-in says.
  const router = new Router({ sensitive: true });
  router.all(`${at}/admin`, (ctx) => {
    reach(ctx.get('x-n'), 'koa router');
    ctx.body = 'admin';
  });
  koa.use(router.routes());
  const other = fastifyApplication();
  other.all(`${at}/admin`, async (request) => {
    reach(String(request.headers['x-n']), 'fastify');
    return 'admin';
  });
  await other.ready();
  // As careless as routers come: it decodes, and cuts what is blank.
  const careless: NodeHandler = (req, res) => {
    let path = '';
    try {
      path = decodeURIComponent(pathOf(req.url ?? '')).replace(/\/$/, '');
    } catch {
      path = '';
    }
    if (path === `${at}/admin`) reach(String(req.headers['x-n']), 'a router that decodes');
    res.end('careless');
  };
  return {
    koa: koa.callback(),
    fastify: (req, res) => other.routing(req, res),
    careless,
  };
};

/**
 * Sends generated targets through every hand-over of a driver. Resolves to what did not hold: a door that was given something
 * else than was sent, or an address that a guard did not see and that was reached all the same.
 */
export const targetProperty = async (
  driver: string,
  native: boolean,
  count: number,
  seed: number,
): Promise<string[]> => {
  const seen = new Map<string, Seen>();
  const of = (id: string): Seen => {
    let one = seen.get(id);
    if (one === undefined) seen.set(id, (one = { arrived: {}, guarded: false, reached: null }));
    return one;
  };
  const inner = await innerRouters((id, by) => (of(id).reached = by));
  const guard: Middleware = {
    signature: () => 'guard',
    handle: (ctx, next) => {
      of(ctx.request().header('x-n')).guarded = true;
      return next();
    },
  };
  const koaGuard = fromKoa('koa-guard', async (ctx, next) => {
    const one = of(ctx.get('x-n'));
    one.arrived['fromKoa'] = ctx.req.url ?? '';
    one.arrived['fromKoa originalUrl'] = ctx.originalUrl;
    if (isGuarded(ctx.path.replace('/by-koa', ''))) one.guarded = true;
    await next();
  });
  const connectGuard = fromConnect('connect-guard', (req, _res, next) => {
    const one = of(String(req.headers['x-n']));
    one.arrived['fromConnect'] = req.url ?? '';
    if (isGuarded(pathOf(req.url ?? '').replace('/by-connect', ''))) one.guarded = true;
    next();
  });
  const random = new Random(seed);
  const faults: string[] = [];
  const served = await serve(
    (route) => {
      // Our guard in front of the routers of others.
      for (const [name, handler] of Object.entries(inner)) {
        const record: NodeHandler = (req, res, next) => {
          of(String(req.headers['x-n'])).arrived[`handOver ${name}`] = req.url ?? '';
          return handler(req, res, next);
        };
        const scope = route.prefix(`/${name}`);
        const strip: NodeHandler = (req, res, next) => {
          record(Object.assign(req, { url: (req.url ?? '').replace(`/${name}${at}`, at) }), res, next);
        };
        scope.middleware(guard).any(`${at}/admin`, handOver(strip));
        scope.any('/{path*}', handOver(strip));
      }
      // Our guard on one mount, and the same router mounted around it.
      for (const [name, handler] of Object.entries(inner)) {
        const scope = route.prefix(`/m-${name}`);
        const around: NodeHandler = (req, res, next) => {
          const { originalUrl, baseUrl } = req as typeof req & { originalUrl: string; baseUrl: string };
          of(String(req.headers['x-n'])).arrived[`mountNode ${name}`] = originalUrl;
          if (pathOf(originalUrl) !== pathOf(baseUrl + (req.url ?? '')) && pathOf(req.url ?? '') !== '/')
            faults.push(`mountNode: ${baseUrl} and ${req.url} are not ${originalUrl}`);
          return handler(req, res, next);
        };
        scope.middleware(guard).mountNode(`${at}/admin`, (_req, res) => res.end());
        scope.mountNode('/', around);
      }
      route.mount('/web', (request, ctx) => {
        of(ctx.request().header('x-n')).arrived['mount'] = request.url;
        const path = canonicalPath(new URL(request.url).pathname);
        if (path !== ctx.request().path()) faults.push(`mount: ${path} is not ${ctx.request().path()}`);
        return new Response();
      });
      // Guards of others in front of our routes.
      route.middleware(koaGuard).get(`/by-koa${at}/admin`, (ctx) => {
        of(ctx.request().header('x-n')).reached = 'route';
        return {};
      });
      route.middleware(connectGuard).get(`/by-connect${at}/admin`, (ctx) => {
        of(ctx.request().header('x-n')).reached = 'route';
        return {};
      });
      route.get('/{path*}', (ctx) => {
        const request = ctx.request();
        const { arrived } = of(request.header('x-n'));
        arrived['target()'] = request.target();
        arrived['node()'] = request.node().url ?? '';
        arrived['toWeb'] = request.toWeb().url;
        return {};
      });
    },
    {
      driver,
      config: { http: { keep_alive_timeout: 60 } },
      apply: (app) => {
        if (!native) return;
        const { driver: taps } = app.facades.Http().hooks;
        taps.for('koa').tap('native', (koa) => {
          koa.use(async (ctx, next) => {
            of(ctx.get('x-n')).arrived['withKoa'] = ctx.req.url ?? '';
            await next();
          });
        });
        taps.for('fastify').tap('native', (instance) => {
          instance.addHook('onRequest', async (request) => {
            of(String(request.headers['x-n'])).arrived['withFastify'] = request.raw.url ?? '';
          });
        });
      },
    },
  );
  const prefixes = [
    '',
    '',
    '/web',
    ...Object.keys(inner).flatMap((name) => [`/${name}`, `/m-${name}`, `/m-${name}${at}`]),
    ...[...Object.keys(inner), 'by-koa', 'by-connect'].map((name) => `/${name}${at}`),
  ];
  const targets = Array.from({ length: count }, () => makeTarget(random, random.pick(prefixes)));
  const size = 20;
  for (let from = 0; from < count; from += size) await sendTargets(served.port, targets.slice(from, from + size), from);
  await served.close();
  for (const [id, { arrived, guarded, reached }] of seen) {
    const sent = targets[Number(id)] ?? '';
    for (const [door, url] of Object.entries(arrived)) {
      const expected =
        door === 'toWeb' || door === 'mount' ? new URL(`http://x${sent.replace('http://x', '')}`).href : sent;
      const inside = door.startsWith('handOver ') ? expected.replace(`/${door.slice(9)}${at}`, at) : expected;
      if (url !== inside) faults.push(`${door}: ${url}, and ${inside} was sent`);
    }
    if (reached !== null && !guarded) faults.push(`${sent} reached ${reached} past the guard`);
  }
  if (seen.size < count / 4) faults.push(`${seen.size} of ${count} arrived`);
  return faults.slice(0, 20);
};
