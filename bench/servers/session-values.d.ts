import '@taproot/session';
import 'express-session';
import 'fastify';
import 'koa-session';

/** What a login keeps. */
type Visit = typeof import('./session-contract.js').kept;

declare module '@taproot/session' {
  interface SessionValues {
    kept: Visit;
  }
}

declare module '@fastify/secure-session' {
  interface SessionData {
    kept: Visit;
  }
}

declare module 'express-session' {
  interface SessionData {
    kept?: Visit;
  }
}

declare module 'fastify' {
  interface Session {
    kept?: Visit;
  }
}
