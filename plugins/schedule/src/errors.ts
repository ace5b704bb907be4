import { defineErrors } from '@taproot/core';

/** Errors of the schedule: configuration, entries, runs. */
export const errors = defineErrors({
  // Configuration
  E_SCHEDULE_SETTING: {
    message: 'Configuration "{setting}" is {value}, but must be {expected}.',
    fix: 'Correct it in config/schedule.ts, or remove it to keep its default.',
  },
  E_SCHEDULE_DATABASE: {
    message: 'schedule.store is "database", but no plugin of this application provides one.',
    fix: 'Add database() of @taproot/database to withPlugins(), or set schedule.store to "files" for one machine.',
  },
  E_SCHEDULE_TABLE: {
    message: 'The table of the schedule is missing, or is not that of this version: {reason}',
    fix: 'Write its migration with `npx taproot schedule:table`, then run `npx taproot migrate`.',
  },
  E_SCHEDULE_TABLE_EXISTS: {
    message: '{file} creates the table of the schedule already.',
    fix: 'Run it with `npx taproot migrate`.',
  },
  // Entries
  E_SCHEDULE_NAME: {
    message: '{value} cannot be the name of an entry of the schedule.',
    fix: 'Give it a name of 1 to 100 letters, digits and the characters . : / - _, such as "reports.daily".',
    placed: true,
  },
  E_SCHEDULE_DUPLICATE: {
    message: 'Two entries of the schedule have the name "{name}": {first} and {second}.',
    fix: 'Give one of them another name with .name(), because runs are claimed by name.',
  },
  E_SCHEDULE_WORK: {
    message: 'The entry "{name}" of the schedule has {value} as its work, but needs {expected}.',
    fix: 'Correct it: schedule.call("reports.daily", () => writeReport()), schedule.job(report, payload) or schedule.command("cache:clear").',
    placed: true,
  },
  E_SCHEDULE_CRON: {
    message: 'The cron text {value} is not valid. {reason}',
    fix: 'Write minute, hour, day of the month, month and day of the week: "30 3 * * 1-5" is 3:30 from Monday to Friday.',
    placed: true,
  },
  E_SCHEDULE_TIME: {
    message: 'The entry "{name}" of the schedule has {value} as a time, but needs {expected}.',
    fix: 'Correct it, such as .dailyAt("03:00"), .hourlyAt(15) or .between("08:00", "17:00").',
    placed: true,
  },
  E_SCHEDULE_TIMES: {
    message: 'The entry "{name}" of the schedule already has its times, so {call} cannot set them again.',
    fix: 'Call one method that says when, such as dailyAt(), hourly() or cron(). Make a second entry for further times.',
    placed: true,
  },
  E_SCHEDULE_NEVER: {
    message: 'The entry "{name}" of the schedule, declared at {place}, {reason}.',
    fix: 'Say when it runs, for example with .dailyAt("03:00"), and look at its hours and days: they must have a time in common.',
  },
  E_SCHEDULE_ZONE: {
    message: 'There is no time zone {value}.{hint}',
    fix: 'Take a name of the IANA database, such as "Europe/Berlin", or "UTC".',
    placed: true,
  },
  E_SCHEDULE_LATE: {
    message: 'The entry "{name}" came too late: the application is booted, so its schedule is fixed.',
    fix: 'Declare it in the function of withSchedule(), or in apply() of a plugin.',
    placed: true,
  },
  E_SCHEDULE_STEP: {
    message: 'withSchedule() got {value}, but needs a function.',
    fix: 'Give it a function: withSchedule((schedule) => { schedule.command("cache:clear").daily(); }).',
    placed: true,
  },
  E_SCHEDULE_QUEUE: {
    message:
      'The entry "{name}" of the schedule, declared at {place}, dispatches a job that this application does not do.',
    fix: 'Add queue() of @taproot/queue to withPlugins(), and the job to the list of withJobs().',
  },
  E_SCHEDULE_CONSOLE: {
    message:
      'The entry "{name}" of the schedule, declared at {place}, runs a command, but this application has no console.',
    fix: 'Add consoleKernel() of @taproot/console to withPlugins().',
  },
  E_SCHEDULE_UNKNOWN: {
    message: 'There is no entry "{name}" in the schedule{hint}.',
    fix: 'List them with `npx taproot schedule:list`.',
  },
  // Runs
  E_SCHEDULE_COMMAND: {
    message: 'The command "{command}" ended with exit code {code}: {output}',
    fix: 'Run it by hand: `npx taproot {command}`.',
  },
  E_SCHEDULE_MISSED: {
    message: 'The entry "{name}" missed {count} runs, the first one at {planned}.',
    fix: 'No scheduler ran at that time, or the computer was asleep. Run it by hand if it is needed: `npx taproot schedule:test {name}`.',
  },
  E_SCHEDULE_STOPPED: {
    message: 'The scheduler stops, but "{name}" was still running after {seconds} s. It is not run again.',
    fix: 'Pass run.signal to what it waits for, raise schedule.stop_timeout, or let a job of the queue do the work.',
  },
  E_SCHEDULE_LEASE: {
    message: 'The run of "{name}" did not renew its lease in time, so another one may have begun.',
    fix: 'Look for code that blocks the event loop for longer than half a minute, or for a store that was away.',
  },
  E_SCHEDULE_OUTAGE: {
    message: 'The scheduler cannot reach its store, so it begins no runs. It tries again.',
    fix: 'The cause of this error is what the service answered. Start the service, or correct its connection in config/.',
  },
  E_SCHEDULE_ASSERTION: {
    message: '{message}',
    fix: 'Runs were: {runs}.',
  },
});
