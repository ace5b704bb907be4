export type { CrossOriginConfig, SessionConfig, SessionCookie } from './config.ts';
export { errors } from './errors.ts';
export { session } from './plugin.ts';
export type * from './session.ts';
export type { OfGuard, Sessions } from './sessions.ts';
export type { ListedSession, SessionChanges, SessionRecord, SessionStore } from './stores/session-store.ts';
export { sessionTables } from './tables.ts';
