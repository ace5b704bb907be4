import { type Application, type Context } from '@taproot/core';
import { withDeadline } from '@taproot/core/plugin';
import type { DetailsGate } from '../config.ts';
import { errors } from '../errors.ts';

const always: DetailsGate = () => true;
const never: DetailsGate = () => false;

/**
 * The gate of an ability.
 *
 * @throws E_HEALTH_ABILITY when there is no such ability, or no plugin for abilities.
 */
const abilityGate = (app: Application, ability: string): DetailsGate => {
  const refuse = (problem: string): Error => errors.E_HEALTH_ABILITY({ ability, problem });
  const abilities = app.provided('abilities');
  if (abilities === null) throw refuse('but no plugin of this application has abilities');
  if (!abilities.has(ability)) throw refuse('which is not defined');
  return (ctx) => abilities.allows(ctx, ability);
};

const chosenGate = (app: Application): DetailsGate => {
  const { details } = app.config.health;
  if (typeof details === 'function') return details;
  if (typeof details === 'string') return abilityGate(app, details);
  return (details ?? app.config.app.env === 'development') ? always : never;
};

/**
 * Decides who sees each check, by `health.details`. If the gate throws or hangs, no client sees details, and the error is reported.
 *
 * @throws E_HEALTH_ABILITY
 */
export const detailsGate = (app: Application): ((ctx: Context) => Promise<boolean>) => {
  const gate = chosenGate(app);
  const { timeout } = app.config.health;
  return async (ctx) => {
    try {
      const allowed: unknown = await withDeadline(
        (async () => gate(ctx))(),
        timeout,
        () => new Error(`health.details did not answer within ${timeout} s.`),
      );
      return allowed === true;
    } catch (cause) {
      app.report(errors.E_HEALTH_DETAILS({ cause }), { where: 'health' });
      return false;
    }
  };
};
