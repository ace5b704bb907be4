import { defineErrors } from '@taproot/core';

/** Errors of rate limiting: limits, limiters, stores. */
export const errors = defineErrors({
  // Limits
  E_LIMIT_INVALID: {
    message: 'Invalid limit: the number of {what} is {value}, but must be a whole number of at least {least}.',
    fix: 'Give such a number. For no limit, use limit.none().',
  },
  E_LIMIT_KEY: {
    message: 'Invalid key of a limit: by() got {key}.',
    fix: 'Give by() a number or a string that is not empty. Leave by() out to count by client address and route.',
  },
  E_LIMIT_RESULT: {
    message: 'The limiter "{limiter}" returned {result}, which is not a limit.',
    fix: 'Return a limit such as limit.perMinute(60), or a list of limits. For no limit, return null or limit.none().',
  },
  E_LIMIT_RESPONSE_LATE: {
    message:
      'The response() of a limit of "{limiter}" did not finish within {seconds} s, so the client got the default 429.',
    fix: 'Finish sooner, or raise throttle.response_timeout.',
  },
  E_TOO_MANY_REQUESTS: {
    message: 'Too many requests. Try again in {seconds} s.',
    fix: 'Wait for the seconds in Retry-After.',
    status: 429,
  },
  // Limiters
  E_THROTTLE_UNKNOWN: {
    message: 'throttle("{limiter}"){place} names a limiter that is not registered.{hint}',
    fix: 'Register it in withCallback(): facades.RateLimiter().for("{limiter}", ...). Registered now: {known}.',
  },
  E_THROTTLE_ARGUMENT: {
    message: 'throttle() got {actual} in place of the name of a limiter.',
    fix: "Give a name, throttle('api'), or requests and minutes in one string, throttle('60,1').",
    placed: true,
  },
  E_THROTTLE_NAME: {
    message: 'A limiter was registered without a name.',
    fix: 'Give for() a string that is not empty.',
  },
  E_THROTTLE_STORE_TAKEN: {
    message: 'The store "{store}" already exists.',
    fix: 'Register yours under another name, and use that name in throttle.store (config/throttle.ts).',
    placed: true,
  },
  E_THROTTLE_LATE: {
    message: 'The {kind} "{name}" was registered after the application had booted.',
    fix: 'Register it in withCallback() or in the apply() of a plugin: Taproot looks up limiters and stores once, before the first request.',
  },
  E_THROTTLE_FAKE: {
    message: 'fakeThrottle() does not touch the limits of this application: its APP_ENV is "{env}".',
    fix: "Boot it with { env: { APP_ENV: 'testing' } }.",
  },
  E_THROTTLE_NO_ADDRESS: {
    message: 'A request has no client address, so "{limiter}" counts it together with all others that have none.',
    fix: 'On a unix socket, add the proxy in front of the server to http.trusted_proxies, or give the limit a key with by().',
  },
  // Stores
  E_THROTTLE_SETTING: {
    message: 'throttle.{setting} is {value}, but must be {expected}.{hint}',
    fix: 'Correct it in config/throttle.ts or in the options of throttle(), or remove it to keep its default.',
  },
  E_THROTTLE_PER_PROCESS: {
    message:
      'Several processes serve this application, but throttle.store is "memory": each process counts only its own requests.',
    fix: 'Set throttle.store to "cluster" (one machine) or "redis" (several machines), so that they count together.',
  },
  E_THROTTLE_FULL: {
    message:
      'The rate limiter keeps at most {keys} keys in memory, and all are in use: new keys share one count until a window ends.',
    fix: 'Raise throttle.memory.max_keys, or set throttle.store to "redis". During an attack no action is needed: the shared count limits it.',
  },
  E_THROTTLE_STORE_LATE: {
    message: 'The store "{store}" of the rate limiter did not answer within {seconds} s.',
    fix: 'Check the store and the network. throttle.timeout sets how long an answer may take.',
  },
  E_THROTTLE_STORE_ANSWER: {
    message: 'In the store "{store}" of the rate limiter, {method}() gave {answer}.',
    fix: 'Resolve to { remainingPoints, msBeforeNext }, two finite numbers: the points that are left, and the milliseconds until the window ends. When no point is left, consume() must reject with them.',
  },
  E_THROTTLE_STORE_FAILED: {
    message: 'The store "{store}" of the rate limiter fails: {reason}. Until it works again, {meanwhile}.',
    fix: 'Repair the store or its connection. Taproot tries again twice a second; no restart is needed.',
  },
  E_THROTTLE_UNAVAILABLE: {
    message: 'The store "{store}" of the rate limiter cannot be reached.',
    fix: 'Repair the store or its connection, or set throttle.fail to "memory", so that each process counts its own requests until then.',
    status: 503,
  },
});
