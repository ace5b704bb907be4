/** The `validation` configuration: what bounds one validation, whatever a client sends. */
export interface ValidationConfig {
  /** Concrete fields that one wildcard field may stand for; more are answered 413. */
  max_fields: number;
  /** Failures after which no more are looked for. */
  max_failures: number;
  /** Seconds that rules which ask databases or name servers may take in all. */
  timeout: number;
}

declare module '@taproot/core' {
  interface ConfigFiles {
    validation: ValidationConfig;
  }
}

export const validationDefaults: ValidationConfig = { max_fields: 10_000, max_failures: 1000, timeout: 10 };
