// Types of SDKs that the guides name and the repository does not install: together they take 165 MB, and dd-trace needs Node 22.
// Copied by hand from @sentry/node 10.78, dd-trace 6.21 and socket.io 4.8, as far as the guides use them.

declare module 'socket.io' {
  import type { Server as HttpServer } from 'node:http';

  export class Server {
    attach(server: HttpServer): this;
    close(): Promise<void>;
  }
}

declare module '@sentry/node' {
  interface Integration {
    readonly name: string;
  }
  export const init: (options: {
    readonly dsn?: string | undefined;
    readonly tracesSampleRate?: number | undefined;
    readonly integrations?: Integration[];
  }) => unknown;
  export const httpIntegration: (options?: { readonly disableIncomingRequestSpans?: boolean }) => Integration;
  export const captureException: (
    error: unknown,
    hint?: { readonly tags?: Readonly<Record<string, string | number | boolean | null | undefined>> },
  ) => string;
}

declare module 'dd-trace' {
  interface TracerProvider {
    register(): void;
  }
  interface Tracer {
    init(options?: { readonly plugins?: boolean }): Tracer;
    readonly TracerProvider: new () => TracerProvider;
  }
  const tracer: Tracer;
  export default tracer;
}
