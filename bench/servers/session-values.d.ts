import '@taproot/session';
import 'koa-session';

declare module '@taproot/session' {
  interface SessionValues {
    kept: { user: number; cart: number[] };
  }
}

declare module '@fastify/secure-session' {
  interface SessionData {
    kept: { user: number; cart: number[] };
  }
}
