import { defineErrors } from '@taproot/core';

/** Errors of the console: finding the application, finding the command, reading its command line. */
export const errors = defineErrors({
  E_APPLICATION_NOT_FOUND: {
    message: 'There is no application in {folder} or above it: no bootstrap/app.ts and no compiled bootstrap/app.js.',
    fix: 'Run the command inside an application, or make one with `npm create taproot`.',
  },
  E_APPLICATION_BOOT: {
    message: '{file} exports no function boot(); it exports {exported}.',
    fix: '{advice}.',
  },
  E_APPLICATION_TSX: {
    message: '{file} is TypeScript, and tsx, which runs it, is not installed in the application.',
    fix: 'Run `npm install --save-dev tsx`, or compile the application with `npm run build`.',
  },
  E_APPLICATION_NOT_BOOTED: {
    message: 'The command "{name}" asked for the application, which is not booted for it.',
    fix: 'Read files of the application by `this.context.root`, or list the command among those of a plugin.',
  },
  E_COMMAND_UNKNOWN: {
    message: 'There is no command "{name}".{hint}',
    fix: 'See `npx taproot list` for the commands of this application.',
  },
  E_COMMAND_USAGE: {
    message: '{reason}{hint}',
    fix: 'Usage: {usage}. See `npx taproot help {name}`.',
  },
  E_COMMANDS_UNREADABLE: {
    message: 'The commands of the plugin "{plugin}" cannot be loaded: {reason}',
    fix: 'Mend the module that its `commands` import, or install what that one imports; without the plugin the others run.',
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
  E_GENERATE_NAME: {
    message: '"{name}" cannot be the name of a {kind}: {reason}.',
    fix: 'Begin with a letter and go on with letters and digits; folders may stand before it: admin/StorePost.',
  },
  E_GENERATE_TAKEN: {
    message: 'The {kind} would be called "{name}", which is {owner}.',
    fix: 'Choose another name, for example {suggestion}.',
  },
  E_GENERATE_EXISTS: {
    message: '{file} exists already, and was not touched.',
    fix: 'Choose another name, or replace the file with --force.',
  },
  E_GENERATE_LINK: {
    message: '{link} is a symbolic link, so {file} was not touched: it could lie anywhere.',
    fix: 'Put a folder or file of your own in its place.',
  },
  E_GENERATE_WRITE: {
    message: '{file} was not written, neither whole nor in part: {reason}.',
    fix: 'See to it that the folder may be written and that the disk has room.',
  },
  E_PROMPT_NO_TERMINAL: {
    message: 'There is nobody to ask "{question}": the command does not run on a terminal.',
    fix: 'Give the answer on the command line; see the --help of the command.',
  },
  E_KEY_EXISTS: {
    message: '{file} has an APP_KEY.',
    fix: 'Keep it: what was signed or encrypted with it cannot be read without it. `--force` replaces it all the same.',
  },
  E_ENV_FILE: {
    message: '{name} cannot be set in {file} without changing other variables.',
    fix: 'Write the line by hand; `npx taproot key:generate --show` prints a key.',
  },
  E_ENV_READ: {
    message: '{file} cannot be read: {reason}',
    fix: 'See that it is a file, and that you may read it.',
  },
  E_ENV_WRITE: {
    message: '{file} cannot be written: {reason}',
    fix: 'See that its folder can be written to; nothing was changed.',
  },
  E_SERVE_FIXED: {
    message: 'The application does not take http.{key} from {variable}: it is {actual}, not {value}.',
    fix: 'Read it in config/http.ts: `{key}: env("{variable}", ...)`.',
  },
});
