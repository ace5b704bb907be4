import type { CommandModule } from '@taproot/console';

/** The console commands of the schedule. */
export const commands: CommandModule['commands'] = [
  {
    path: 'schedule:list',
    description: 'List the schedule with its next times',
    load: async () => (await import('./schedule-commands.ts')).ScheduleList,
  },
  {
    path: 'schedule:work',
    description: 'Run the schedule until SIGTERM or Ctrl-C',
    load: async () => (await import('./schedule-commands.ts')).ScheduleWork,
  },
  {
    path: 'schedule:run',
    description: 'Run what is due now, then end',
    load: async () => (await import('./schedule-commands.ts')).ScheduleRun,
  },
  {
    path: 'schedule:test',
    description: 'Run one entry of the schedule now',
    load: async () => (await import('./schedule-commands.ts')).ScheduleTest,
  },
  {
    path: 'schedule:table',
    description: 'Write a migration of the table for the schedule',
    load: async () => (await import('./schedule-table.ts')).ScheduleTable,
  },
];
