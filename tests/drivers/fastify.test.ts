import { conformance } from './conformance.ts';

conformance('fastify');

conformance('fastify', {
  title: 'the fastify driver with native hooks',
  apply: (app) =>
    app.facades
      .Http()
      .hooks.driver.for('fastify')
      .tap('test', () => undefined),
});
