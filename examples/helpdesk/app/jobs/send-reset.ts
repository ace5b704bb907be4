import { job } from '@taproot/queue';
import { facades } from '../facades.ts';
import { resetPassword } from '../mails/reset-password.ts';

/**
 * Mails a link for a new password to an address, if a user has it. A job looks the user up, so the request takes the same time for every address,
 * and strangers do not learn who has an account.
 */
export const sendReset = job({
  name: 'account.reset',
  payload: { email: 'required|string', page: 'required|string' },
  async handle({ email, page }, run) {
    const user = await facades
      .DB()
      .selectFrom('users')
      .select(['id', 'name', 'email', 'locale'])
      .where('email', '=', email)
      .executeTakeFirst();
    if (user === undefined) return;
    const token = await facades.Account().tokens.issue('reset-password', user.id, {}, { lifetime: '1h' });
    await run.once('mail', (trx) => facades.Mail().send(resetPassword(user, `${page}/${token}`), { transaction: trx }));
  },
});
