declare module 'autocannon' {
  import type { EventEmitter } from 'node:events';

  /** The part of autocannon that is used here. */
  interface Options {
    url: string;
    method?: 'POST';
    headers?: Record<string, string>;
    body?: string;
    connections: number;
    /** Called with each connection before it asks. */
    setupClient?: (client: Client) => void;
    pipelining: number;
    /** Seconds. */
    duration: number;
    /** Milliseconds between samples; a run ends at one of them. */
    sampleInt: number;
    /** Seconds that a reply may take. */
    timeout: number;
  }

  /** One connection. */
  export interface Client {
    /** It sends these in turn, for ever. */
    setRequests(requests: readonly { readonly headers: Record<string, string> }[]): void;
  }

  interface Result {
    requests: { total: number };
    /** Seconds. */
    duration: number;
    errors: number;
    non2xx: number;
  }

  const autocannon: (options: Options, done: (error: Error | null, result: Result) => void) => EventEmitter;
  export default autocannon;
}
