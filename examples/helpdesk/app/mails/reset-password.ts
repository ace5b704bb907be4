import { mail } from '@taproot/mail';

/** Brings a link for a new password. */
export const resetPassword = ({ name, email, locale }: { name: string; email: string; locale: string }, link: string) =>
  mail({
    name: 'reset-password',
    to: { name, address: email },
    locale,
    subject: (t) => t('mails.reset_subject'),
    text: (t) => t('mails.reset', { name, link }),
  });
