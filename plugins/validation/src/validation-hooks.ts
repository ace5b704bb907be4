import { SyncHook } from 'tapable';
import type { Validator } from './validator.ts';

/** The hooks of validation. */
export const createValidationHooks = () => ({
  /** An input that turned out not to be valid. */
  failed: new SyncHook<[Validator]>(['validator']),
});

/** The hooks of validation. */
export type ValidationHooks = Readonly<ReturnType<typeof createValidationHooks>>;
