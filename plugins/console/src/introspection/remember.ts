export { listInputs } from './list-inputs.ts';
export { rememberCommands } from './remember-commands.ts';
