import { defineErrors } from '@taproot/core';

/** Errors of sessions. */
export const errors = defineErrors({
  E_SESSION_SETTING: {
    message: 'Configuration "session.{setting}" is {value}, but must be {expected}.',
    fix: 'Correct it in config/session.ts, or remove it to keep its default.',
  },
  E_SESSION_CLOSED: {
    message: 'The session was asked for in a request whose route has none.',
    fix: 'Register the route behind the middleware: route.middleware(middleware.session()).group((pages) => ...).',
    placed: true,
  },
  E_SESSION_SENT: {
    message: 'The session was changed at "{key}" after the response had begun, so the change would be lost.',
    fix: 'Change the session before the handler returns. A stream and work behind the response come too late.',
    placed: true,
  },
  E_SESSION_KEY: {
    message: 'The session cannot keep anything under "{key}".',
    fix: 'Choose a key that is not empty and does not begin with "@" or "~": those are keys of the framework.',
    placed: true,
  },
  E_SESSION_VALUE: {
    message: 'The session cannot keep the {kind} under "{key}": it is kept as JSON, which loses what is in it.',
    fix: 'Keep a list or an object instead: [...set], or Object.fromEntries(map).',
    placed: true,
  },
  E_SESSION_LARGE: {
    message: 'The session has {bytes} bytes, and its store "{store}" keeps {most}. Its largest keys: {keys}.',
    fix: 'Keep ids in the session, and the data in the database. A store on the server keeps more: set session.store to "redis" or "database".',
  },
  E_SESSION_OLD_INPUT: {
    message:
      'The input of a form with errors was not kept, because the session would have {bytes} bytes, and its store "{store}" keeps {most}.',
    fix: 'Set session.store to "redis" or "database", or list long fields in session.hidden.',
  },
  E_SESSION_UNAVAILABLE: {
    message: 'The store "{store}" of sessions does not work at the moment.',
    fix: 'The log has the reason. Requests with a session get this response until the store works again.',
    status: 503,
  },
  E_SESSION_STORE_FAILED: {
    message: 'The store "{store}" of sessions failed: {reason}. Requests with a session get a 503 response.',
    fix: 'Look at the service behind it: its address, its load, its memory. Taproot tries again every half second.',
  },
  E_SESSION_STORE_LATE: {
    message: 'The store "{store}" of sessions did not answer within {seconds} s.',
    fix: 'Look at the load of the service behind it, or raise session.timeout.',
  },
  E_SESSION_BUSY: {
    message: 'The session was changed by too many requests at the same time.',
    fix: 'Send the request again. If a page sends many requests that change the session, let them change the database instead.',
    status: 503,
  },
  E_SESSION_CLIENT: {
    message: 'Sessions in Redis need a client of ioredis, whose method "call" this one does not have.',
    fix: 'Use redis() of @taproot/redis, or provide a connection whose client is an ioredis Redis or Cluster.',
  },
  E_SESSION_ROWS: {
    message: 'Configuration "session.store" is "database", but no plugin of this application connects to a database.',
    fix: 'Run `npm install @taproot/database`, and add database() of @taproot/database to withPlugins() (bootstrap/plugins.ts).',
  },
  E_SESSION_UNLISTED: {
    message: 'The sessions of a user cannot be listed or ended, because the store "{store}" keeps no list.',
    fix: 'Set session.store to "redis" or "database" in config/session.ts.',
  },
  E_SESSION_TABLE_EXISTS: {
    message: 'There is a migration of the table of sessions already: {file}.',
    fix: 'Use that one, or delete it first.',
  },
  E_CROSS_ORIGIN: {
    message: 'This request changes something, and another site sent it ({reason}).',
    fix: 'If you trust that site, list its origin in session.cross_origin.trusted. Behind a proxy, pass the header Host on, or list the proxy in http.trusted_proxies.',
    status: 403,
  },
  E_CSRF_TOKEN: {
    message: 'The form has no valid token. It may be older than the session.',
    fix: 'Load the page again. Put session.token() into a hidden field "_token", or into the header X-CSRF-Token.',
    status: 403,
  },
});
