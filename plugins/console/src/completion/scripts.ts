import { bash } from './bash.ts';
import { fish } from './fish.ts';
import { zsh } from './zsh.ts';

/** The scripts by shell. Each finds the application's own `taproot`, so that npm is not started at every tab. */
export const scripts = { bash, zsh, fish } as const;

export const shells = ['bash', 'zsh', 'fish'] as const;
