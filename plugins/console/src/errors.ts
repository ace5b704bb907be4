import { defineErrors } from '@taproot/core';

/** Errors of the console: finding the application, finding the command, reading its command line. */
export const errors = defineErrors({
  E_APPLICATION_NOT_FOUND: {
    message: 'There is no application in {folder} or above it: no bootstrap/app.ts and no compiled bootstrap/app.js.',
    fix: 'Run the command inside an application, or make one with `npm create taproot`.',
  },
  E_APPLICATION_BOOT: {
    message: '{file} does not export a function boot().',
    fix: 'Export from it a function that resolves to the application: `export const boot = () => setup(handle).create();`.',
  },
  E_APPLICATION_TSX: {
    message: '{file} is TypeScript, and tsx, which runs it, is not installed in the application.',
    fix: 'Run `npm install --save-dev tsx`, or compile the application with `npm run build`.',
  },
  E_COMMAND_UNKNOWN: {
    message: 'There is no command "{name}".{hint}',
    fix: 'See `npx taproot --help` for the commands of this application.',
  },
  E_COMMAND_USAGE: {
    message: '{reason}{hint}',
    fix: 'Usage: {usage}. See `npx taproot {name} --help`.',
  },
  E_COMMAND_DUPLICATE: {
    message: 'The command "{name}" is provided by both "{first}" and "{second}".',
    fix: 'Rename one of them in its manifest.',
  },
  E_COMMAND_NAME: {
    message: 'The command "{name}" of "{owner}" cannot be typed.',
    fix: 'Use lower-case letters, digits and dashes, with a colon behind the group: mail:send.',
  },
  E_COMMAND_PATHS: {
    message: 'The class behind the command "{name}" answers to {paths}.',
    fix: "Give it `static override paths = [['{name}']]`, or correct the path in its manifest.",
  },
  E_COMMAND_LINE: {
    message: 'The command line has a quote that is never closed: {line}',
    fix: "Close it, or give the arguments one by one: call('name', 'first', 'second').",
  },
});
