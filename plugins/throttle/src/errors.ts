import { defineErrors } from '@taproot/core';

/** Errors of rate limiting: limits, limiters, stores. */
export const errors = defineErrors({
  // Limits
  E_LIMIT_INVALID: {
    message: 'A limit cannot have {value} as its number of {what}.',
    fix: 'Give a whole number, {least} or more; limit.none() is no limit.',
  },
  E_LIMIT_KEY: {
    message: 'A limit cannot be counted by {key}.',
    fix: 'Give by() a number or a text that is not empty; leave by() out to count by client address and route.',
  },
  E_LIMIT_RESULT: {
    message: 'The limiter "{limiter}" returned {result}, which is no limit.',
    fix: 'Return what limit.perMinute() and its like make; null or limit.none() for no limit.',
  },
  E_LIMIT_RESPONSE_LATE: {
    message:
      'The response() of a limit of "{limiter}" did not answer within {seconds} s; the client got the plain 429.',
    fix: 'Answer sooner, or raise limiter.response_timeout.',
  },
  E_TOO_MANY_REQUESTS: {
    message: 'Too many requests. Try again in {seconds} s.',
    fix: 'Wait as long as Retry-After says.',
    status: 429,
  },
  // Limiters
  E_LIMITER_UNKNOWN: {
    message: 'throttle("{limiter}"){place} names a limiter that is not registered.{hint}',
    fix: 'Register it in withCallback(): facades.RateLimiter().for("{limiter}", ...). Registered now: {known}.',
  },
  E_LIMITER_ARGUMENT: {
    message: 'throttle() got {actual} in place of the name of a limiter.',
    fix: "Give a name, throttle('api'), or requests and minutes in one string, throttle('60,1').",
    placed: true,
  },
  E_LIMITER_NAME: {
    message: 'A limiter was registered without a name.',
    fix: 'Give for() a text that is not empty.',
  },
  E_LIMITER_STORE_TAKEN: {
    message: 'There is a store "{store}" already.',
    fix: 'Register yours under another name, and use that name in limiter.store (config/limiter.ts).',
    placed: true,
  },
  E_LIMITER_LATE: {
    message: 'The {kind} "{name}" was registered after the application had booted.',
    fix: 'Register it in withCallback() or in the apply() of a plugin: limiters and stores are looked up once, before the first request.',
  },
  E_LIMITER_NO_ADDRESS: {
    message: 'A request without a client address was counted by "{limiter}" together with all others like it.',
    fix: 'On a unix socket, let http.trusted_proxies believe the proxy before it, or give the limit a key with by().',
  },
  // Stores
  E_LIMITER_SETTING: {
    message: 'limiter.{setting} is {value}, which is not allowed.{hint}',
    fix: 'Use {expected}.',
  },
  E_LIMITER_PER_PROCESS: {
    message: 'This process is one of several, and limiter.store is "memory": each of them counts for itself.',
    fix: 'Set limiter.store to "cluster" (one machine) or "redis" (several) to count for all of them together.',
  },
  E_LIMITER_FULL: {
    message:
      'All {keys} keys the rate limiter keeps in memory are used up; new ones share one count until windows end.',
    fix: 'Raise limiter.memory.max_keys, or set limiter.store to "redis". If this is an attack, it is held.',
  },
  E_LIMITER_STORE_LATE: {
    message: 'The store "{store}" of the rate limiter did not answer within {seconds} s.',
    fix: 'Look at the store and the way to it; limiter.timeout is how long it may take.',
  },
  E_LIMITER_STORE_FAILED: {
    message: 'The store "{store}" of the rate limiter fails: {reason}. Until it is back, {meanwhile}.',
    fix: 'Bring the store back; it is tried again twice a second, and nothing needs a restart.',
  },
  E_LIMITER_UNAVAILABLE: {
    message: 'The store "{store}" of the rate limiter is not reachable.',
    fix: 'Bring the store back, or let limiter.fail be "memory" to count in this process meanwhile.',
    status: 503,
  },
});
