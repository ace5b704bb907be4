/** The `throttle_database` configuration; its file is config/throttle_database.ts. */
export interface ThrottleDatabaseConfig {
  /** Connection of config/database.ts; null for the default one. */
  connection: string | null;
}

/** One key of one limit. */
export interface RateLimitTable {
  key: string;
  points: number;
  /** Milliseconds since 1970. */
  ends: number;
}

declare module '@taproot/core' {
  interface ConfigFiles {
    throttle_database: ThrottleDatabaseConfig;
  }
}

declare module '@taproot/database' {
  interface Tables {
    rate_limits: RateLimitTable;
  }
}

export const throttleDatabaseDefaults: ThrottleDatabaseConfig = { connection: null };
