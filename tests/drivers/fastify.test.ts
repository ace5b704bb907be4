import { fastify } from '@taproot/fastify';
import { conformance } from './conformance.ts';

const plugins = () => [fastify()];

conformance('fastify', { plugins });

conformance('fastify', {
  title: 'the fastify driver with native hooks',
  plugins,
  apply: (app) =>
    app.facades
      .Http()
      .hooks.driver.for('fastify')
      .tap('test', () => undefined),
});
