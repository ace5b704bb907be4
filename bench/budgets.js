/**
 * The most a variant may cost beside the one it is compared with, by case and variant; the numbers of the design.
 * @type {Readonly<Record<string, Readonly<Record<string, number>>>>}
 */
export const budgets = {
  hello: {
    // GET text, koa driver: at most 1.15x the CPU time of bare Koa without a router.
    'text: Taproot': 1.15,
    'text, async handler: Taproot': 1.15,
    // GET JSON with a parameter, last of 200 routes: below bare Koa + @koa/router by half.
    'JSON, 200 routes: Taproot': 0.5,
  },
  'flat-routes': {
    // Within 1.05x of itself from 10 to 5,000 routes, in both shapes.
    'literal prefixes, 5,000 routes': 1.05,
    'one parameter, 5,000 routes': 1.05,
  },
};
