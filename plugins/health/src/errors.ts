import { defineErrors } from '@taproot/core';

/** Errors of health: configuration, checks, the command. */
export const errors = defineErrors({
  // Configuration
  E_HEALTH_SETTING: {
    message: 'Configuration "{setting}" is {value}, but must be {expected}.',
    fix: 'Correct it in config/health.ts or in the options of health(), or remove it to keep its default.',
  },
  E_HEALTH_OPTIONAL: {
    message:
      'Configuration "health.optional" names "{name}", but no plugin of this application has such a check.{hint}',
    fix: 'Use the name of a check that exists: {known}.',
  },
  E_HEALTH_ABILITY: {
    message: 'Configuration "health.details" names the ability "{ability}", {problem}.',
    fix: 'Define it with facades.Gate().define() or withPolicies() of @taproot/auth, or give a function: (ctx) => boolean.',
  },
  // Checks
  E_HEALTH_FAILING: {
    message: 'The health check "{name}" of the plugin "{plugin}" fails; the application {consequence}.',
    fix: 'See the cause below. Name the check in health.optional if the application can serve without that service.',
  },
  E_HEALTH_TIMEOUT: {
    message: 'The health check "{name}" of the plugin "{plugin}" did not end within {seconds} s.',
    fix: 'Look at the service it asks; raise health.timeout if it is slow by nature. A check should end when its signal aborts.',
  },
  E_HEALTH_EVENT_LOOP: {
    message: 'The event loop is {delay} s behind, {limit} s are allowed.',
    fix: 'Look for work that blocks the process, start more of them, or raise health.event_loop.max_delay.',
  },
  E_HEALTH_DISK: {
    message: 'The disk of {path} has {free} MiB free, but needs {wanted} MiB.',
    fix: 'Free some space, or lower health.disk.free.',
  },
  E_HEALTH_DETAILS: {
    message: 'Whether details of health may be shown could not be decided; they were not shown.',
    fix: 'See the cause below. health.details must answer within health.timeout.',
  },
  // Command
  E_HEALTH_PORT: {
    message: 'The server takes any free port (http.port is 0), so it cannot be asked.',
    fix: 'Set PORT, or http.port in config/http.ts.',
  },
  E_HEALTH_UNREACHED: {
    message: 'No answer from {url}: {reason}.',
    fix: 'Start the server, and check HOST and PORT: the command reads them as the server does.',
  },
});
