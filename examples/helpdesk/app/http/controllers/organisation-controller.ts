import type { Context } from '@taproot/core';
import { cursorPaginate, cursorRules } from '@taproot/database';
import '../../audit/entry.ts';
import { facades } from '../../facades.ts';
import { statistics } from '../../tickets/statistics.ts';
import { requireUser } from '../../users/require-user.ts';

/** The organisation of the user. */
export class OrganisationController {
  /** How many tickets are open, answered and closed. */
  async statistics(ctx: Context) {
    const { organisation_id } = await requireUser(ctx);
    return { data: await statistics(organisation_id) };
  }

  /** Who did what, the latest first. */
  async audit(ctx: Context) {
    const page = await ctx.request().validated(cursorRules());
    const { organisation_id } = await requireUser(ctx);
    const entries = facades
      .DB()
      .selectFrom('audit_log')
      .leftJoin('users', 'users.id', 'audit_log.user_id')
      .select(['audit_log.id', 'audit_log.action', 'audit_log.ticket_id', 'audit_log.created_at', 'users.name as user'])
      .where('audit_log.organisation_id', '=', organisation_id);
    return cursorPaginate(entries, { by: { 'audit_log.id': 'desc' }, ...page, request: ctx.request() });
  }
}
