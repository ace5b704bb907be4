import type { AuthUser } from '@taproot/auth';
import type { Context } from '@taproot/core';
import { mail } from '@taproot/mail';
import { facades } from '../facades.ts';
import '../users/user.ts';

/** Asks a user to confirm that the address is the right one. */
export const confirmAddress = async (ctx: Context, { id, name, email, locale }: AuthUser) => {
  const token = await facades.Account().tokens.issue('confirm-address', id, {}, { lifetime: '1d' });
  const link = facades.Account().link(ctx, facades.Route().url('web.confirm.show', { token }));
  return mail({
    name: 'confirm-address',
    to: { name, address: email },
    locale,
    subject: (t) => t('mails.confirm_subject'),
    text: (t) => t('mails.confirm', { name, link }),
  });
};
