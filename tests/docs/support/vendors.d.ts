// Types of SDKs that the guides name and the repository does not install: together they take 165 MB, and dd-trace needs Node 22.
// Copied by hand from @sentry/node 10.78, dd-trace 6.21, socket.io 4.8, graphql-ws 6.4, graphql-yoga 5.24 and next 16.4, as far as the guides use them.

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

declare module 'graphql-yoga' {
  export const createSchema: (options: { readonly typeDefs: string; readonly resolvers?: object }) => object;
  export const createYoga: (options: {
    readonly schema: object;
    readonly cors?: false;
  }) => (request: Request) => Response | Promise<Response>;
}

declare module 'graphql-ws/use/ws' {
  import type { WebSocketServer } from 'ws';

  export const useServer: (
    options: { readonly schema: object },
    sockets: WebSocketServer,
  ) => { dispose(): void | Promise<void> };
}

declare module 'next' {
  import type { IncomingMessage, Server, ServerResponse } from 'node:http';
  import type { UrlWithParsedQuery } from 'node:url';

  type Handle = (req: IncomingMessage, res: ServerResponse, url?: UrlWithParsedQuery) => Promise<void>;
  export default function next(options: { readonly dev?: boolean; readonly httpServer?: Server }): {
    prepare(): Promise<void>;
    getRequestHandler(): Handle;
    close(): Promise<void>;
  };
}
