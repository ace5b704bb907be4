import { defineErrors } from '@taproot/core';

/** Errors of middleware, drivers and hooks. */
export const middlewareErrors = defineErrors({
  E_MIDDLEWARE_SIGNATURE: {
    message: 'Two different middleware have the signature "{signature}": {first} and {second}{where}.',
    fix: 'Return a unique name from each signature(), such as "role:staff". Each signature runs once per request, and withoutMiddleware() removes middleware by signature.',
  },
  E_MIDDLEWARE_INVALID: {
    message: 'The middleware given at {place} is {actual}, but must be an object with signature() and handle().',
    fix: "Give an object with both methods: middleware.auth() of app/facades.ts instead of 'auth', new Stamp() instead of Stamp, or defineMiddleware('name', step) instead of a function.",
  },
  E_MIDDLEWARE_SLOT: {
    message:
      'Plugin "{plugin}" places the global middleware "{middleware}" in the slot "{slot}", which does not exist.{hint}',
    fix: 'Use one of: {known}.',
  },
  E_MIDDLEWARE_ORDER: {
    message:
      'Plugin "{plugin}" puts its global middleware "{middleware}" before or after "{other}", but other plugins need the opposite order.',
    fix: 'Remove "before" or "after" from one of them, or remove one of the plugins from withPlugins().',
  },
  E_DRIVER_UNKNOWN: {
    message:
      'http.driver (HTTP_DRIVER) names the driver "{driver}", which no plugin of this application provides.{hint}',
    fix: '{advice}.',
  },
  E_DRIVER_TAP_UNKNOWN: {
    message: 'The plugin "{plugin}" taps http.driver.for(\'{driver}\'), but there is no such driver.{hint}',
    fix: 'Tap one of: {known}.',
  },
  E_DRIVER_TAP_IDLE: {
    message: "{owner} taps only http.driver.for('{driver}'), but this application runs on the driver {running}.",
    fix: "Set http.driver (HTTP_DRIVER) to {driver}, or also tap http.driver.for('{running}'), as withKoa() and withFastify() do. Tap it with an empty function if nothing is needed there.",
  },
  E_DRIVER_TAP_KOA: {
    message: "{owner} taps http.driver.for('koa'), but this application has no plugin koa(), which runs Koa.",
    fix: 'Run npm i @taproot/koa and add koa() to withPlugins() (bootstrap/plugins.ts).',
  },
  E_HOOK_RESULT: {
    message: 'The tap of "{plugin}" on {hook}{place} returned {actual} in place of a response.',
    fix: 'Return a response, such as the one that the tap got, or nothing. For an asynchronous function use tapPromise().',
  },
  E_NEXT_TWICE: {
    message: 'The middleware "{signature}" called next() more than once.',
    fix: 'Call next() at most once, and keep its response in a variable.',
  },
  E_CONNECT_MIDDLEWARE: {
    message: "fromConnect('{signature}', ...) got {actual} in place of a middleware (req, res, next).",
    fix: '{advice}.',
  },
  E_CONNECT_UNSUPPORTED: {
    message: 'The Express middleware "{signature}" used {member}, which cannot work here: {reason}.',
    fix: '{advice}.',
  },
});
