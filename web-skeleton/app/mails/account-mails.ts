import type { AuthUser } from '@taproot/auth';
import type { Context } from '@taproot/core';
import { mail } from '@taproot/mail';
import { facades } from '../facades.ts';
import type { Link } from '../users/user.ts';
import { findUser } from '../users/users.ts';

const text = (...lines: readonly string[]): string => lines.join('\n\n');

const unasked = 'If this was not you, ignore this mail: nothing changes.';

/** A new account begins with this link; so nobody registers the address of somebody else. */
const sendRegistration = async (ctx: Context, email: string, name: string, link: Link | null): Promise<void> => {
  const token = await facades.Account().tokens.issue('register', email, { name, email, link }, { lifetime: '1d' });
  const url = facades.Account().link(ctx, `/register/${token}`);
  const lines = ['Open this link to finish your account:', url, 'It works once, for a day.', unasked];
  await facades
    .Mail()
    .send(mail({ name: 'register', to: email, subject: 'Finish your account', text: text(...lines) }));
};

const sendReset = async (ctx: Context, { id, email }: AuthUser, reason: string): Promise<void> => {
  const token = await facades.Account().tokens.issue('reset-password', id, {}, { lifetime: '1h' });
  const url = facades.Account().link(ctx, `/reset-password/${token}`);
  const lines = [reason, url, 'It works once, for an hour.', unasked];
  await facades.Mail().send(mail({ name: 'reset', to: email, subject: 'Your account', text: text(...lines) }));
};

/**
 * Sends what helps the owner of an address: a link for a new account, or one for a new password. Both cases do the same work, and the pages say the
 * same, so a stranger does not learn which addresses have an account.
 */
export const sendLink = async (
  ctx: Context,
  email: string,
  { name = '', link = null, wants }: { name?: string; link?: Link | null; wants: 'account' | 'password' },
): Promise<void> => {
  const user = await findUser({ email });
  if (user === undefined) return sendRegistration(ctx, email, name, link);
  const reason =
    wants === 'account'
      ? 'You have an account already. Log in, or open this link to choose a new password:'
      : 'Open this link to choose a new password:';
  return sendReset(ctx, user, reason);
};

/** Asks the owner of a new address to confirm it, and tells the old one. */
export const sendNewAddress = async (ctx: Context, user: AuthUser, email: string): Promise<void> => {
  const token = await facades.Account().tokens.issue('change-email', user.id, { email }, { lifetime: '1h' });
  const url = facades.Account().link(ctx, `/email/${token}`);
  const ask = ['Open this link to use this address for your account:', url, 'It works once, for an hour.', unasked];
  await facades
    .Mail()
    .send(mail({ name: 'new-address', to: email, subject: 'Confirm your address', text: text(...ask) }));
  const tell = [
    `Somebody wants to change the address of your account to ${email}.`,
    'If this was not you, log in and change your password.',
  ];
  await facades
    .Mail()
    .send(
      mail({ name: 'old-address', to: user.email, subject: 'A new address for your account', text: text(...tell) }),
    );
};
