/**
 * The drivers that run tests which tap no native instance: without such a tap, every driver is the same code
 * (tests/drivers/choice.test.ts). With TAPROOT_PAIRS=all, as in the long test `engines-and-drivers`, each of them.
 */
export const drivers: readonly string[] = process.env['TAPROOT_PAIRS'] === 'all' ? ['koa', 'fastify'] : ['koa'];
