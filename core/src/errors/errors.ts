import { defineErrors } from './define-errors.ts';

/** Errors of the core: set-up, plugins, configuration, facades, hooks. */
export const errors = defineErrors({
  E_NODE_OLD: {
    message: '{reason}',
    fix: 'Install a newer version of Node.',
  },
  E_CONFIG_UNKNOWN_FILE: {
    message: 'No plugin of this application reads the configuration "{file}".{hint}',
    fix: 'Rename it, remove it from withConfig() (bootstrap/config.ts), or add the plugin that declares it to withPlugins() (bootstrap/plugins.ts).',
  },
  E_CONFIG_UNKNOWN_KEY: {
    message: 'Unknown configuration key "{path}".{hint}',
    fix: 'Known keys here: {known}.',
  },
  E_CONFIG_TYPE: {
    message: 'Configuration "{path}" must be of type {expected}, not {actual}.',
    fix: 'Give a value of that type in {place}, or remove the key to keep its default.',
  },
  E_CONFIG_NULL: {
    message: 'Configuration "{path}" is {value}, but a setting without a value is null.',
    fix: 'Write null in {place} to switch it off, or remove the key to keep its default.',
  },
  E_CONFIG_SCHEMA: {
    message: 'Configuration "{path}" does not hold its schema: {reason}{more}',
    fix: 'Correct it in {place}.',
  },
  E_DURATION_INVALID: {
    message: '{setting} is {value}, which is not a duration.{hint}',
    fix: 'Write seconds as a number, or a number with one of the units ms, s, m, h, d and w: 30, "500ms", "15m", "14d".',
  },
  E_CONFIG_MISSING: {
    message: 'Configuration "{file}" was read, but no plugin of this application declares it.',
    fix: 'Add the plugin that declares it to withPlugins().',
  },
  E_CONFIG_DUPLICATE: {
    message: 'Both "{first}" and "{second}" declare a default for configuration "{path}".',
    fix: 'Remove one of the two plugins from withPlugins(), or rename the key. A plugin may add keys to the file of another plugin, but must not replace any.',
  },
  E_APP_SETTING: {
    message: 'Configuration "app.{setting}" is {value}, but must be {expected}.',
    fix: 'Correct it in config/app.ts, or remove it to keep its default.',
  },
  E_CHANNEL_KIND: {
    message: 'A channel cannot have the kind {kind}.',
    fix: 'Use one word in lower case that Taproot does not use itself, such as defineChannel("job", ...).',
  },
  E_APP_KEY_MISSING: {
    message: 'The key for "{purpose}" is derived from APP_KEY, which is not set.',
    fix: 'Run `npx taproot key:generate`, which writes APP_KEY to .env. Tests read it from .env.testing. In production, set the variable, with the same value for all processes.',
  },
  E_APP_KEY_SHORT: {
    message:
      'The key for "{purpose}" is derived from APP_KEY, which has {bytes} bytes. It must have at least {length}.',
    fix: 'Run `npx taproot key:generate --force`. To keep what the old key has signed or encrypted, list that key in APP_PREVIOUS_KEYS.',
  },
  E_APP_KEY_PURPOSE: {
    message: 'A key was asked for the purpose {purpose}, which is not a name.',
    fix: 'Name the use of the key in lower case, such as app.key("session").',
  },
  E_APP_ENV: {
    message: 'APP_ENV is "{name}", which is not "production" but looks like a typing error of it.',
    fix: 'Set APP_ENV=production, or choose a name that is less similar. To distinguish several production servers, use a variable of your own.',
  },
  E_APP_ENV_UNKNOWN: {
    message:
      'APP_ENV is "{name}", which Taproot does not know and treats as a name of your own. Did you mean "{near}"?',
    fix: 'Set APP_ENV={near}, or choose a name that is less similar to it.',
  },
  E_ENV_LINE: {
    message: '{file}:{line} {reason}.',
    fix: 'Write each variable as NAME=value on its own line. Quote values that contain line breaks or #, and begin comments with #.',
  },
  E_ENV_INVALID: {
    message: 'Environment variable {name} must be {expected}, not "{value}".',
    fix: 'Correct it in the environment or in .env, or unset it to use its default.',
  },
  E_ENV_MISSING: {
    message: 'Environment variable {name} is not set and has no default.',
    fix: 'Set it in the environment or in .env.',
    placed: true,
  },
  E_SOURCE: {
    message: '{place}: {reason}',
    fix: '{advice}.',
  },
  E_BOOT_INVALID: {
    message: '{problem}.',
    fix: '{advice}.',
    placed: true,
  },
  E_BOOT_STALLED: {
    message: 'The function boot() did not finish within {seconds} s.',
    fix: 'Look for a promise that never settles in bootstrap/app.ts and the modules that it imports. Slow work belongs into the boot hook of a plugin. The option bootTimeout of run() limits the code before create(), and app.boot_timeout limits plugins and the code after it.',
  },
  E_NOTHING_RUNS: {
    message: 'Nothing keeps this application running: no plugin opened a server.',
    fix: 'Add routing() of @taproot/routing to withPlugins() (bootstrap/plugins.ts). In a program that ends by itself, await boot() and close() instead of run().',
  },
  E_STEP_FAILED: {
    message: '{step}() failed{place}: {reason}',
    fix: 'See the cause below, and correct the function that you gave to {step}().',
  },
  E_STEP_ARGUMENT: {
    message: '{step}() got {actual} in place of a function.',
    fix: 'Give the function itself, {step}(web), not its result, {step}(web()).',
    placed: true,
  },
  E_PLUGIN_INVALID: {
    message: 'Invalid plugin: {problem}.',
    fix: '{advice}.',
    placed: true,
  },
  E_PLUGIN_DUPLICATE: {
    message: 'Two plugins are called "{plugin}".',
    fix: 'Give each plugin once to withPlugins(), or rename one of them.',
  },
  E_PLUGIN_MISSING: {
    message: 'Plugin "{plugin}" requires the plugin "{missing}", which this application does not have.{hint}',
    fix: '{advice}.',
  },
  E_PLUGIN_CYCLE: {
    message: 'Plugins wait for each other in a circle: {cycle}.',
    fix: 'Remove one of these from the `requires` or `after` of its plugin.',
  },
  E_PLUGIN_FAILED: {
    message: 'Plugin "{plugin}" failed in {place}: {reason}',
    fix: 'See the cause below, and correct the line it names: your code, the configuration of the plugin, or the plugin.',
  },
  E_PLUGIN_STALLED: {
    message: 'Plugin "{plugin}" did not finish {hook} within {seconds} s.',
    fix: 'Check the connections that it waits for, or raise app.{setting} if it needs more time.',
  },
  E_FACADE_DUPLICATE: {
    message: 'Facade {facade}() is provided by both "{first}" and "{second}".',
    fix: 'Remove one of the two plugins from withPlugins().',
  },
  E_FACADE_UNKNOWN: {
    message: 'No plugin of this application provides the facade {facade}().{hint}',
    fix: 'Add {provider} to withPlugins() (bootstrap/plugins.ts). Provided now: {known}.',
    placed: true,
  },
  E_FACADES_UNBOUND: {
    message: '{access} was used while no application is bound to these facades.',
    fix: 'Use it inside withRouting(), withCallback() or a handler: create() binds the facades and close() releases them. Give builder steps the function itself, withRouting(web), not its result, withRouting(web()).',
    placed: true,
  },
  E_FACADES_BOUND: {
    message: 'These facades already belong to a running application.',
    fix: 'Call close() on the first application before you create the second, or give the second its own createFacades().',
    placed: true,
  },
  E_MIDDLEWARE_DUPLICATE: {
    message: 'The middleware factory {middleware}() is provided by both "{first}" and "{second}".',
    fix: 'Remove one of the two plugins from withPlugins().',
  },
  E_MIDDLEWARE_UNKNOWN: {
    message: 'No plugin of this application provides middleware.{middleware}().{hint}',
    fix: 'Add {provider} to withPlugins() (bootstrap/plugins.ts). Provided now: {known}.',
    placed: true,
  },
  E_REQUEST_METHOD_DUPLICATE: {
    message: 'The request method {method}() is provided by both "{first}" and "{second}".',
    fix: 'Remove one of the two plugins from withPlugins().',
  },
  E_RESPONSE_METHOD_DUPLICATE: {
    message: 'The response method {method}() is provided by both "{first}" and "{second}".',
    fix: 'Remove one of the two plugins from withPlugins().',
  },
  E_DRIVER_DUPLICATE: {
    message: 'The HTTP driver "{driver}" is provided by both "{first}" and "{second}".',
    fix: 'Remove one of the two plugins from withPlugins().',
  },
  E_PROVIDER_DUPLICATE: {
    message: 'Both "{first}" and "{second}" provide "{name}", but an application can have it only once.',
    fix: 'Remove one of the two plugins from withPlugins().',
  },
  E_REDIS_MISSING: {
    message: 'Configuration "{setting}" is "redis", but no plugin of this application connects to Redis.',
    fix: 'Run `npm install @taproot/redis ioredis`, and add redis() of @taproot/redis to withPlugins() (bootstrap/plugins.ts).',
  },
  E_SEALS_MISSING: {
    message: '{use} must be encrypted or signed, but no plugin of this application does that.',
    fix: 'Run `npm install @taproot/crypt`, and add crypt() of @taproot/crypt to withPlugins() (bootstrap/plugins.ts).',
  },
  E_HEALTH_DUPLICATE: {
    message: 'The health check "{name}" is provided by both "{first}" and "{second}".',
    fix: 'Remove one of the two plugins from withPlugins(), or rename one of the checks.',
  },
  E_QUEUE_DUPLICATE: {
    message: 'The queue "{name}" is listed under `waits` of both "{first}" and "{second}".',
    fix: 'Remove one of the two plugins from withPlugins(), or rename one of the queues.',
  },
  E_FIGURE_DUPLICATE: {
    message: 'The metric "{name}" is listed under `figures` of both "{first}" and "{second}".',
    fix: 'Remove one of the two plugins from withPlugins(), or rename one of the metrics.',
  },
  E_STEP_DUPLICATE: {
    message: 'Builder step {step}() is provided by both "{first}" and "{second}".',
    fix: 'Remove one of the two plugins from withPlugins().',
  },
  E_STEP_UNKNOWN: {
    message: 'The builder has no step {step}().{hint}',
    fix: 'Add {provider} to withPlugins(), before this step. Steps so far: {known}.',
    placed: true,
  },
  E_HOOKS_FROZEN: {
    message: 'Plugin "{plugin}" tapped {hook} too late.',
    fix: 'Tap it in apply(), in a builder step or in the boot hook: Taproot reads hooks once, before the first request.',
    placed: true,
  },
  E_HOOK_UNKNOWN: {
    message: 'The hook {owner}.{hook} does not exist.{hint}',
    fix: 'Use one of: {known}.',
    placed: true,
  },
  E_HOOKS_DUPLICATE: {
    message: 'The hooks "{owner}" are provided by both "{first}" and "{second}".',
    fix: 'Remove one of the two plugins from withPlugins(), or give the second table another name.',
  },
  E_HOOKS_UNKNOWN: {
    message: 'No plugin of this application has hooks called "{owner}".{hint}',
    fix: 'Add {provider} to withPlugins() (bootstrap/plugins.ts). Hook tables now: {known}.',
    placed: true,
  },
  E_BASE_PATH: {
    message: 'The folder of the application was not found: there is no package.json above {module}.',
    fix: 'Give setup() the folder itself: { basePath: new URL("./", import.meta.url) }.',
  },
  E_APP_OPENED: {
    message: 'This application was already opened.',
    fix: 'Call open() or start() once. For several servers, create several applications.',
  },
  E_APP_CLOSED: {
    message: 'The application was closed.',
    fix: 'Create a new one with setup().',
  },
  E_WORKERS_INVALID: {
    message: 'The number of workers is {value}, but must be a whole number from 0 to 1024, or "auto".',
    fix: 'Correct WORKERS, or the option workers of run(). "auto" starts one worker for each core; 0 serves in this process, without workers.',
  },
  E_RUN_TIME: {
    message: 'The option {option} of run() is {value}, but must be longer than 0.',
    fix: 'Give a number of seconds, or a time with a unit, such as "30s". stuck: null replaces no silent worker.',
  },
  E_WORKER_LOST: {
    message: 'Worker {pid} ended unexpectedly with {reason}. A new worker starts in {milliseconds} ms.',
    fix: 'See its last output above. After SIGKILL check the memory: the operating system kills processes that use too much of it.',
  },
  E_WORKER_STUCK: {
    message: 'Worker {pid} did not end within {seconds} s of {signal}, and is now killed by SIGKILL.',
    fix: 'Look for an endless loop or a request that never ends. app.shutdown_timeout sets how long a worker may take to close.',
  },
  E_WORKER_SILENT: {
    message: 'Worker {pid} has not answered for {seconds} s. {requests} It is replaced, and then killed by SIGKILL.',
    fix: 'Look for an endless loop or long synchronous work in the handlers of these requests, and of requests that came after the last answer. The option stuck of run() sets the time; null replaces no silent worker.',
  },
  E_WORKER_START: {
    message: 'A worker ended with {reason} before it served requests.',
    fix: 'See its output above, and correct that error. During a reload, the old workers continue to serve.',
  },
  E_THROWN_VALUE: {
    message: '{source} threw {value}, which is not an error.',
    fix: 'Throw new Error(...): only an error records the line on which it was created.',
  },
  E_BODY_UNREAD: {
    message: '{method}() was called before the body was read.',
    fix: 'In middleware, await ctx.request().body() first. For handlers, Taproot has already read it.',
  },
  E_HEADER_INVALID: {
    message: 'The header "{header}" {reason}.',
    fix: '{advice}.',
    placed: true,
  },
  E_LOCALE_INVALID: {
    message: 'The locale {locale} is not a language tag.',
    fix: 'Use a tag such as "en", "pt-BR" or "zh-Hans" (BCP 47).',
    status: 400,
  },
});
