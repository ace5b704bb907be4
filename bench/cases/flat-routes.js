// Real path: an application that grows from its first routes to thousands, or serves them all behind one parameter
// (`/{tenant}/...`). A request must not pay for routes it does not take.
import { compareServers } from '../lib/compare-servers.js';
import { routeShapes } from '../lib/route-shapes.js';

export const about = 'Whole servers answering GET JSON with a parameter from the last of 10 and of 5,000 routes';

/** Taproot with this many routes, asked for the last. */
const taproot = (/** @type {'literal' | 'parameter'} */ shape, /** @type {number} */ routes) => ({
  server: 'taproot-json',
  args: [routes, shape],
  path: routeShapes[shape].path(routes - 1, 42),
  body: JSON.stringify({ id: '42', route: routes - 1 }),
});

/** @type {import('../lib/cases.js').Case['run']} */
export const run = ({ servers }) =>
  compareServers(
    [
      { ...taproot('literal', 10), name: 'literal prefixes, 10 routes' },
      {
        ...taproot('literal', 5000),
        name: 'literal prefixes, 5,000 routes',
        against: 'literal prefixes, 10 routes',
      },
      { ...taproot('parameter', 10), name: 'one parameter, 10 routes' },
      { ...taproot('parameter', 5000), name: 'one parameter, 5,000 routes', against: 'one parameter, 10 routes' },
    ],
    servers,
  );
