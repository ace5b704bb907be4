import { defineErrors } from '@taproot/core';

/** Errors of the console: finding the application, finding the command, reading its command line. */
export const errors = defineErrors({
  E_APPLICATION_NOT_FOUND: {
    message: 'There is no application in {folder} or above it: no bootstrap/app.ts and no compiled bootstrap/app.js.',
    fix: 'Run the command inside an application, or make one with `npm create taproot`.',
  },
  E_APPLICATION_BOOT: {
    message: '{file} must export a function boot(), but exports {exported}.',
    fix: '{advice}.',
  },
  E_APPLICATION_TSX: {
    message: '{file} is TypeScript and needs tsx to run, but tsx is not installed in the application.',
    fix: 'Run `npm install --save-dev tsx`, or compile the application with `npm run build`.',
  },
  E_APPLICATION_NOT_BOOTED: {
    message: 'The command "{name}" used the application, but commands like it run without booting one.',
    fix: 'Find files of the application through `this.context.root`, or let a plugin provide the command, which then runs with a booted application.',
  },
  E_COMMAND_UNKNOWN: {
    message: 'The command "{name}" does not exist.{hint}',
    fix: 'Run `npx taproot list` to see the commands of this application.',
  },
  E_COMMAND_DEV: {
    message: 'The command "{name}" comes with @taproot/dev, which is not installed.',
    fix: '`npm i -D @taproot/dev`.',
  },
  E_COMMAND_MCP: {
    message: 'The command "mcp" comes with @taproot/mcp, which is not installed.',
    fix: '`npm i -D @taproot/mcp`.',
  },
  E_COMMAND_USAGE: {
    message: '{reason}{hint}',
    fix: 'Usage: {usage}. See `npx taproot help {name}`.',
  },
  E_COMMANDS_UNREADABLE: {
    message: 'The commands of the plugin "{plugin}" cannot be loaded: {reason}',
    fix: 'Correct the module that the plugin imports for its `commands`, or install what that module imports. All other commands still work.',
  },
  E_COMMAND_DUPLICATE: {
    message: 'The command "{name}" is provided by both "{first}" and "{second}".',
    fix: 'Rename one of them in its manifest.',
  },
  E_COMMAND_NAME: {
    message: 'The command "{name}" of "{owner}" has an invalid name.',
    fix: 'Use lower-case letters, digits and dashes, and a colon after the group: mail:send.',
  },
  E_COMMAND_PATHS: {
    message: 'The class of the command "{name}" declares {paths} as its paths.',
    fix: "Give it `static override paths = [['{name}']]`, or correct the path in its manifest.",
  },
  E_COMMAND_LINE: {
    message: 'A quote in the command line is never closed: {line}',
    fix: "Close the quote, or pass the arguments one by one: call('name', 'first', 'second').",
  },
  E_PROMPT_NO_TERMINAL: {
    message: 'The command cannot ask "{question}", because it does not run on a terminal.',
    fix: 'Pass the answer as an option; --help of the command lists them.',
  },
  E_KEY_EXISTS: {
    message: '{file} already has an APP_KEY.',
    fix: 'Keep it: without it, nothing that it signed or encrypted can be read. `--force` replaces it.',
  },
  E_ENV_FILE: {
    message: '{name} cannot be set in {file} without changing other variables.',
    fix: 'Edit the line by hand; `npx taproot key:generate --show` prints a key.',
  },
  E_ENV_READ: {
    message: '{file} cannot be read: {reason}',
    fix: 'Check that it is a file and that you have permission to read it.',
  },
  E_ENV_WRITE: {
    message: '{file} cannot be written: {reason}',
    fix: 'Check the permissions of its folder. Nothing was changed.',
  },
  E_SERVE_FIXED: {
    message: 'http.{key} is {actual}, not {value}: config/http.ts does not read {variable}.',
    fix: 'Read the variable in config/http.ts: `{key}: env("{variable}", ...)`.',
  },
});
