import type { CommandModule } from '@taproot/console';

/** The console commands of mail. */
export const commands: CommandModule['commands'] = [
  {
    path: 'make:mail',
    description: 'Write a mail',
    generator: async () => (await import('./make-mail.ts')).makeMail,
  },
];
