import { koa } from '@taproot/koa';
import { conformance } from './conformance.ts';

conformance('koa');

conformance('koa', {
  title: 'the koa driver with native middleware',
  plugins: () => [koa()],
  apply: (app) => {
    app.facades
      .Http()
      .hooks.driver.for('koa')
      .tap('test', (instance) => {
        instance.use((_ctx, next) => next());
      });
  },
});
