import type { Application, Context, Response } from '@taproot/core';
import type { Http, RootRouter } from '@taproot/routing';
import type { Readiness } from '../checks/readiness.ts';
import { detailsGate } from './details-gate.ts';
import { fullReport, type HealthReport, plainReport } from './report.ts';

const send = (ctx: Context, report: HealthReport): Response =>
  ctx
    .response()
    .header('Cache-Control', 'no-store')
    .json(report.status === 'ok' ? 200 : 503, report);

/**
 * Registers the two routes. They exclude all global middleware, because no limit, login or redirect may stop a probe. Call it when the
 * global middleware is complete.
 *
 * @throws E_HEALTH_ABILITY
 */
export const registerRoutes = (app: Application, readiness: Readiness, optional: ReadonlySet<string>): void => {
  const { live, ready } = app.config.health;
  const http: Http = app.facades.Http();
  const router: RootRouter = app.facades.Route();
  const route = router.withoutMiddleware(...http.globalMiddleware.steps).meta({ priority: 'critical' });
  const mayShow = detailsGate(app);
  route.get(live, (ctx) => send(ctx, { status: 'ok' })).name('health.live');
  route
    .get(ready, async (ctx) => {
      if (readiness.draining) return send(ctx, { status: 'draining' });
      const round = await readiness.round();
      return send(ctx, (await mayShow(ctx)) ? fullReport(round, optional) : plainReport(round));
    })
    .name('health.ready');
};
