// Real path: an application that grows from its first routes to thousands, or serves them all behind one parameter
// (`/{tenant}/...`). A request must not pay for routes it does not take.
import { compareServers } from '../lib/compare-servers.js';
import { routeShapes } from '../lib/route-shapes.js';

export const about = 'Whole servers answering GET JSON with a parameter from the last of 10 and of 5,000 routes';

const shapes = /** @type {const} */ ({ 'literal prefixes': 'literal', 'one parameter': 'parameter' });

/** Taproot with this many routes, asked for the last. */
const taproot = (
  /** @type {'koa' | 'fastify'} */ driver,
  /** @type {keyof typeof shapes} */ shape,
  /** @type {number} */ routes,
) => ({
  name: `${shape}, ${routes.toLocaleString('en')} routes${driver === 'koa' ? '' : ', on Fastify'}`,
  server: 'taproot-json',
  args: [driver, routes, shapes[shape]],
  path: routeShapes[shapes[shape]].path(routes - 1, 42),
  body: JSON.stringify({ id: '42', route: routes - 1 }),
});

const variants = /** @type {const} */ (['koa', 'fastify']).flatMap((driver) =>
  /** @type {const} */ (['literal prefixes', 'one parameter']).flatMap((shape) => {
    const few = taproot(driver, shape, 10);
    return [few, { ...taproot(driver, shape, 5000), against: few.name }];
  }),
);

/** @type {import('../lib/cases.js').Case['run']} */
export const run = ({ servers }) => compareServers(variants, servers);
