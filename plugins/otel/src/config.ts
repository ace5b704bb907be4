/** Work that gets a span of its own below that of its request. */
export type OtelSpan = 'middleware' | 'handler' | 'hook' | 'validation' | 'query' | 'throttle' | 'gate' | 'fetch';

/** The `otel` configuration. */
export interface OtelConfig {
  /** Work below requests and commands that gets spans; all but `hook` by default. */
  spans: readonly OtelSpan[];
  /** Paths of requests that get no span, such as those of probes; `/health/live` and `/health/ready` by default. They are measured. */
  except: readonly string[];
}

declare module '@taproot/core' {
  interface ConfigFiles {
    /** config/otel.ts: which spans there are. */
    otel: OtelConfig;
  }
}

/** Defaults of config/otel.ts. */
export const otelDefaults: OtelConfig = {
  spans: ['middleware', 'handler', 'validation', 'query', 'throttle', 'gate', 'fetch'],
  except: ['/health/live', '/health/ready'],
};
