import type { Context } from '@taproot/core';
import type { Services } from '../rules/scope.ts';

/** What bounds one run, whatever the data. */
export interface Limits {
  /** Concrete fields that one wildcard field may stand for. */
  readonly fields: number;
  /** Failures after which a run stops looking for more. */
  readonly failures: number;
}

/** What all runs of an engine share. */
export interface RunHost {
  readonly services: Services;
  readonly limits: Limits;
  readonly localeOf: (ctx: Context | null) => string;
  /** Runs after which a plan gets code of its own; 200 when left out. */
  readonly often?: number;
}
