import type { CommandModule } from '@taproot/console';

/** The console commands of webhooks. */
export const commands: CommandModule['commands'] = [
  {
    path: 'webhook:list',
    description: 'List the webhooks that were sent, the latest first',
    load: async () => (await import('./webhook-commands.ts')).WebhookList,
  },
  {
    path: 'webhook:replay',
    description: 'Send webhooks once more',
    load: async () => (await import('./webhook-commands.ts')).WebhookReplay,
  },
  {
    path: 'webhook:resume',
    description: 'Send the webhooks of a paused endpoint',
    load: async () => (await import('./webhook-commands.ts')).WebhookResume,
  },
  {
    path: 'webhook:table',
    description: 'Write a migration of the tables for webhooks',
    load: async () => (await import('./webhook-table.ts')).WebhookTable,
  },
];
