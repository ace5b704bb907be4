import type { Gate } from '@taproot/auth';
import { type Application, type Context } from '@taproot/core';
import type { AnyChannel } from './channel.ts';
import { errors } from './errors.ts';

/**
 * Whether the sender of a request may listen to a channel.
 *
 * @throws E_BROADCAST_FORBIDDEN (403), or the answer of the gate, when not; E_BROADCAST_ABILITY when nothing knows abilities.
 */
export const mayListen = async (app: Application, ctx: Context, channel: AnyChannel): Promise<void> => {
  const { authorize, ability, pattern } = channel;
  if (authorize !== null) {
    // Only true itself: a careless function may return an object, or a promise in one.
    const allowed: unknown = await authorize(ctx);
    if (allowed !== true) throw errors.E_BROADCAST_FORBIDDEN();
  }
  if (ability === null) return;
  if (!app.registry.facades.has('Gate')) throw errors.E_BROADCAST_ABILITY({ pattern, ability: ability.name });
  const gate: Gate = app.facades.Gate();
  await gate.withContext(ctx).authorize(ability.name, ability.params);
};
