import type { CommandModule } from '@taproot/console';

/** The console commands of authentication. */
export const commands: CommandModule['commands'] = [
  {
    path: 'jwt:secret',
    description: 'Write a fresh JWT_SECRET into .env',
    load: async () => (await import('./jwt-secret.ts')).JwtSecret,
  },
  {
    path: 'auth:table',
    description: 'Write a migration of the tables for tokens and revocations',
    load: async () => (await import('./auth-table.ts')).AuthTable,
  },
  {
    path: 'make:policy',
    description: 'Write a policy: who may do what, and register it',
    generator: async () => (await import('./make-policy.ts')).makePolicy,
  },
];
