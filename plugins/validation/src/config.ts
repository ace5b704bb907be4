import { durations, type Seconds } from '@taproot/core';

/** The `validation` configuration: what bounds one validation, whatever a client sends. 0 is refused: it is not "no limit". */
export interface ValidationConfig {
  /** Concrete fields that one wildcard field may stand for, 1 or more; beyond them the answer is 413. */
  max_fields: number;
  /** Failures after which no more are looked for, 1 or more. */
  max_failures: number;
  /** Seconds that rules which ask databases or name servers may take in all, more than 0. */
  timeout: Seconds;
}

declare module '@taproot/core' {
  interface ConfigFiles {
    /** config/validation.ts: what bounds one validation. */
    validation: ValidationConfig;
  }
}

export const validationDefaults = durations<ValidationConfig>(
  { max_fields: 10_000, max_failures: 1000, timeout: 10 },
  'timeout',
);
