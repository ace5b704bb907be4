import { defineErrors } from '@taproot/core';

/** Errors of authentication and authorization: credentials, tokens, secrets, guards, the gate. */
export const errors = defineErrors({
  // Answers to clients
  E_UNAUTHENTICATED: {
    message: 'You are not logged in.',
    fix: 'Send the credentials that WWW-Authenticate names, for example Authorization: Bearer <token>.',
    status: 401,
  },
  E_TOKEN_MALFORMED: {
    message: 'The request does not carry exactly one bearer token.',
    fix: 'Send one Authorization header with one scheme and one token: Authorization: Bearer <token>.',
    status: 401,
  },
  E_TOKEN_INVALID: {
    message: 'The token is not valid.',
    fix: 'Log in again.',
    status: 401,
  },
  E_TOKEN_EXPIRED: {
    message: 'The token has expired.',
    fix: 'Refresh it, or log in again.',
    status: 401,
  },
  E_TOKEN_REVOKED: {
    message: 'The token is no longer accepted.',
    fix: 'Log in again.',
    status: 401,
  },
  E_TOKEN_REUSED: {
    message: 'The refresh token was used before, so every token of this login is revoked.',
    fix: 'Log in again. If the client did not send the token twice, another party has a copy of it.',
    status: 401,
  },
  E_TOKEN_ABILITY: {
    message: 'The token does not allow this.',
    fix: 'Use a token that was issued with the required ability.',
    status: 403,
  },
  E_GUESTS_ONLY: {
    message: 'This is for guests only, and you are logged in.',
    fix: 'Send the request without a token.',
    status: 403,
  },
  // Guards and providers
  E_AUTH_GUARD: {
    message: 'The guard "{guard}"{place} does not exist.{hint}',
    fix: 'Use a guard of auth.guards: {known}.',
  },
  E_AUTH_DRIVER: {
    message: 'auth.{place} has the driver "{driver}", which does not exist.{hint}',
    fix: 'Use one of {known}, or register the driver in withCallback(): facades.Auth().{method}("{driver}", ...).',
  },
  E_AUTH_PROVIDER: {
    message: 'The guard "{guard}" uses the user provider "{provider}", which auth.providers does not contain.{hint}',
    fix: 'Use one of {known}, or add the provider in config/auth.ts.',
  },
  E_AUTH_SETTING: {
    message: 'auth.{setting} is {value}, but must be {expected}.{hint}',
    fix: 'Correct it in config/auth.ts or in the options of auth(), or remove it to keep its default.',
  },
  E_AUTH_DRIVER_TAKEN: {
    message: 'The driver of {kind} "{driver}" already exists.',
    fix: 'Register yours under another name, and use that name in auth.{kind}.<name>.driver (config/auth.ts).',
    placed: true,
  },
  E_AUTH_LATE: {
    message: 'The {kind} "{name}" was registered after the application had booted.',
    fix: 'Register it in withCallback(): Taproot creates the guards once, before the first request.',
  },
  E_AUTH_UNSUPPORTED: {
    message: 'The guard "{guard}" has no {method}().',
    fix: 'Use a guard that supports it, for example one with the driver "jwt". With the driver "session", use verify(), login() and logout().',
  },
  E_AUTH_SESSION_MISSING: {
    message: 'The guard "{guard}" keeps logins in the session, but no plugin of this application has sessions.',
    fix: 'Run `npm install @taproot/session @taproot/crypt`, and add session() and crypt() to withPlugins() (bootstrap/plugins.ts).',
  },
  E_AUTH_SESSION_CLOSED: {
    message: 'The guard "{guard}" keeps logins in the session, and this route has none.',
    fix: 'Put the session in front: route.middleware(middleware.session(), middleware.auth("{guard}")).',
  },
  E_AUTH_REMEMBER_OFF: {
    message:
      'login() of the guard "{guard}" was asked to remember the user, but auth.guards gives it no time for that.',
    fix: 'Set remember in auth.guards to a time such as "30d", and write the table with `npx taproot auth:table`.',
  },
  E_AUTH_REMEMBER_REUSED: {
    message:
      'A token that remembers the user "{user}" for the guard "{guard}" came a second time, so its series has ended.',
    fix: 'Somebody may have copied the cookie. Tell the user, and end the other sessions: facades.Session().endAll(id).',
  },
  E_AUTH_REMEMBER_FAILED: {
    message:
      'A remembered login of the guard "{guard}" could not be checked: {reason}. The request went on as one of a guest.',
    fix: 'Look at the database, and at the table of remember-me tokens; `npx taproot auth:table` writes its migration.',
  },
  E_AUTH_ROWS: {
    message: '{place} keeps rows in a database, but no plugin of this application provides one.',
    fix: 'Add database() of @taproot/database to withPlugins() (bootstrap/plugins.ts), or use another driver.',
  },
  E_AUTH_TABLE: {
    message: '{place} needs the table "{table}", which is missing in the database or has other columns: {reason}.',
    fix: 'Run `npx taproot migrate`, or correct the table and its columns in {place}. `npx taproot auth:table` writes the migration for tokens and revocations.',
  },
  E_AUTH_USER_UNKNOWN: {
    message: 'The provider "{provider}" has no user with the id {id}.',
    fix: 'Use the id of an existing user. Ids come from the provider.',
    status: 404,
  },
  E_AUTH_USER_ID: {
    message: 'A user of the provider "{provider}" has no id in the column "{column}".',
    fix: 'Give login() a user that the provider returned, or set auth.providers.{provider}.id to the name of the id column.',
  },
  E_AUTH_ISSUE: {
    message: 'The guard "{guard}" cannot issue tokens with {option}.',
    fix: 'Leave it out, or use a guard with the driver "token".',
  },
  E_AUTH_LIFETIME: {
    message: 'Invalid lifetime of {lifetime} seconds for a token of the guard "{guard}".',
    fix: 'Give issue() a lifetime above 0 and of at most 100 years, such as 900 or "15m". Leave it out to use the lifetime of the guard.',
  },
  E_AUTH_CREDENTIALS: {
    message: 'Users cannot be looked up by "{column}".',
    fix: 'Give attempt() only the password and the columns of auth.providers.{provider}.credentials.',
    status: 400,
  },
  E_AUTH_CONTEXT: {
    message: 'facades.Auth().{method}() was called without a request.',
    fix: 'Pass the context to the facade: facades.Auth(ctx).{method}().',
    placed: true,
  },
  // Keys
  E_AUTH_SECRET_MISSING: {
    message: 'The guard "{guard}" has no secret for signing its tokens.',
    fix: 'Run `npx taproot key:generate` to write an APP_KEY into .env, or set JWT_SECRET. Use the same value on every machine.',
  },
  E_AUTH_SECRET_WEAK: {
    message: 'The secret of the guard "{guard}" ({source}) {reason}.',
    fix: 'Write a strong one into .env: `npx taproot key:generate --force` for APP_KEY, `npx taproot jwt:secret` for JWT_SECRET. Tokens that the old one signed become invalid.',
  },
  E_AUTH_SECRET_TEMPORARY: {
    message:
      'The guard "{guard}" has no secret, so this process made a temporary one: its tokens become invalid when the process ends.',
    fix: 'Run `npx taproot key:generate`, or `npx taproot jwt:secret` for a secret of its own.',
  },
  E_AUTH_KEY: {
    message: 'auth.guards.{guard}.{key} is not a key for {algorithm}: {reason}.',
    fix: 'Give a key of that kind as PEM text, for example from `openssl genpkey`.',
  },
  E_AUTH_VERIFY_ONLY: {
    message: 'The guard "{guard}" cannot sign tokens, because it has only a public key.',
    fix: 'Set auth.guards.{guard}.private_key, or log users in at the server that holds it.',
  },
  // Passwords
  E_PASSWORD_LONG: {
    message: 'A password is longer than {bytes} bytes.',
    fix: 'Validate the length of passwords before you hash them.',
    status: 422,
  },
  E_PASSWORD_HASH_UNKNOWN: {
    message: 'A stored password hash has an unknown form ({form}), so no password fits it.',
    fix: 'Add a verifier for this kind of hash to auth.passwords.verifiers (config/auth.ts), or let the user set a new password.',
  },
  E_PASSWORD_BUSY: {
    message: 'More than {waiting} passwords are waiting to be hashed.',
    fix: 'Limit logins with middleware.throttle(), or raise auth.passwords.concurrency if the machine has more cores.',
    status: 503,
  },
  // Revocation
  E_AUTH_REVOCATION_FAILED: {
    message: 'The revocation store "{store}" fails: {reason}. Until it works again, {meanwhile}.',
    fix: 'Repair the store or its connection. Taproot tries again twice a second; no restart is needed.',
  },
  E_AUTH_REVOCATION_LATE: {
    message: 'The revocation store "{store}" did not answer within {seconds} s.',
    fix: 'Check the store and the network. auth.revocation.timeout sets how long an answer may take.',
  },
  E_AUTH_UNAVAILABLE: {
    message: 'The server cannot check now whether the token was revoked.',
    fix: 'Repair the revocation store "{store}" or its connection.',
    status: 503,
  },
  E_AUTH_REVOCATION_FULL: {
    message: 'The memory for revocations is full: it keeps {keys} at most.',
    fix: 'Set auth.revocation.store to "database" or "redis", or raise auth.revocation.memory.max_keys.',
    status: 503,
  },
  E_AUTH_REVOCATION_KEPT: {
    message: 'Expired revocations could not be removed from "{table}": {reason}.',
    fix: 'Let the connection delete rows of the table. Until then the table grows.',
  },
  E_AUTH_PER_PROCESS: {
    message:
      'Several processes serve this application, but auth.revocation.store is "memory": the others do not know of a logout in this one.',
    fix: 'Set auth.revocation.store to "database" or "redis".',
  },
  // Console
  E_JWT_SECRET_EXISTS: {
    message: '{file} already has a JWT_SECRET.',
    fix: 'Add --force to replace it: tokens signed with the old secret then become invalid.',
  },
  E_AUTH_TABLE_EXISTS: {
    message: '{file} already creates the tables.',
    fix: 'Run it with `npx taproot migrate`, or remove it first.',
  },
  // Gate
  E_GATE_ABILITY: {
    message: 'The ability "{ability}" is not defined, so the gate denied it.{hint}',
    fix: 'Define it in withCallback(): facades.Gate().define("{ability}", ...), or add its policy to withPolicies().',
  },
  E_GATE_POLICY: {
    message: 'The policy "{name}" is {actual} in place of a class.',
    fix: '{advice}.',
    placed: true,
  },
  E_GATE_RESULT: {
    message: '{place} returned {result}, so the gate denied.',
    fix: 'Return true, false, GateResponse.allow() or GateResponse.deny(), or a promise of one of these.',
  },
  E_GATE_FAILED: {
    message: '{place} failed, so the gate denied: {reason}',
    fix: 'See the cause below. A check that fails never allows.',
  },
  E_GATE_LATE: {
    message: 'The gate was changed after the application had booted: {what}.',
    fix: 'Define abilities in withCallback(), and give policies to withPolicies().',
  },
});
