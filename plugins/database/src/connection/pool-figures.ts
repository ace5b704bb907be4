import type { Figure, ObserveFigure } from '@taproot/core/plugin';
import type { PoolUse } from '../drivers/pooled-driver.ts';

/** The pools for metrics, by the names of the semantic conventions of OpenTelemetry. `pools` returns them by connection. */
export const poolFigures = (pools: () => ReadonlyMap<string, PoolUse>): Readonly<Record<string, Figure>> => {
  const figure = (
    unit: string,
    description: string,
    tell: (pool: PoolUse, observe: ObserveFigure) => void,
  ): Figure => ({
    kind: 'sum',
    unit,
    description,
    read: (observe) => {
      for (const [name, pool] of pools())
        tell(pool, (value, attributes) => observe(value, { 'db.client.connection.pool.name': name, ...attributes }));
    },
  });
  return {
    'db.client.connection.count': figure('{connection}', 'Open connections by state.', ({ used, idle }, observe) => {
      observe(used, { 'db.client.connection.state': 'used' });
      observe(idle, { 'db.client.connection.state': 'idle' });
    }),
    'db.client.connection.max': figure('{connection}', 'The most connections of the pool.', ({ max }, observe) =>
      observe(max),
    ),
    'db.client.connection.pending_requests': figure(
      '{request}',
      'Queries that wait for a connection.',
      ({ waiting }, observe) => observe(waiting),
    ),
  };
};
