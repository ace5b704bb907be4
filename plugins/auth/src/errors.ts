import { defineErrors } from '@taproot/core';

/** Errors of authentication and authorization: credentials, tokens, secrets, guards, the gate. */
export const errors = defineErrors({
  // What a client is told
  E_UNAUTHENTICATED: {
    message: 'You are not logged in.',
    fix: 'Send the credentials that WWW-Authenticate names, for example Authorization: Bearer <token>.',
    status: 401,
  },
  E_TOKEN_MALFORMED: {
    message: 'The request does not carry exactly one bearer token.',
    fix: 'Send one header, of one scheme and one token: Authorization: Bearer <token>.',
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
    fix: 'Log in again. If the client did not send it twice, somebody else has a copy of it.',
    status: 401,
  },
  E_TOKEN_ABILITY: {
    message: 'The token does not allow this.',
    fix: 'Use a token that was issued with the ability it takes.',
    status: 403,
  },
  E_GUESTS_ONLY: {
    message: 'This is for guests only, and you are logged in.',
    fix: 'Send the request without a token.',
    status: 403,
  },
  // Guards and providers
  E_AUTH_GUARD: {
    message: 'There is no guard "{guard}"{place}.{hint}',
    fix: 'Name one of auth.guards: {known}.',
  },
  E_AUTH_DRIVER: {
    message: 'auth.{place} has the driver "{driver}", which nobody provides.{hint}',
    fix: 'Use one of {known}, or register it in withCallback(): facades.Auth().{method}("{driver}", ...).',
  },
  E_AUTH_PROVIDER: {
    message: 'The guard "{guard}" takes its users from "{provider}", which auth.providers does not have.{hint}',
    fix: 'Name one of {known}, or add it.',
  },
  E_AUTH_SETTING: {
    message: 'auth.{setting} is {value}, which is not allowed.{hint}',
    fix: 'Use {expected}.',
  },
  E_AUTH_DRIVER_TAKEN: {
    message: 'There is a driver of {kind} "{driver}" already.',
    fix: 'Register yours under another name, and use that name in auth.{kind}.<name>.driver (config/auth.ts).',
    placed: true,
  },
  E_AUTH_LATE: {
    message: 'The {kind} "{name}" was registered after the application had booted.',
    fix: 'Register it in withCallback(): guards are made once, before the first request.',
  },
  E_AUTH_UNSUPPORTED: {
    message: 'The guard "{guard}" has no {method}().',
    fix: 'Use a guard that can, for example one with the driver "jwt".',
  },
  E_AUTH_ROWS: {
    message: '{place} keeps rows in a database, but no plugin of this application knows one.',
    fix: 'Add database() of @taproot/database to withPlugins() (bootstrap/plugins.ts), or use another driver.',
  },
  E_AUTH_TABLE: {
    message: '{place} needs the table "{table}", which the database does not have in that form: {reason}.',
    fix: 'Run `npx taproot migrate`, or correct the table and its columns in {place}. `npx taproot auth:table` writes the migration for tokens and revocations.',
  },
  E_AUTH_USER_UNKNOWN: {
    message: 'The provider "{provider}" has no user with the id {id}.',
    fix: 'Log in somebody who exists; ids come from the provider.',
    status: 404,
  },
  E_AUTH_USER_ID: {
    message: 'A user of the provider "{provider}" has no id in "{column}".',
    fix: 'Give login() a user as the provider knows it, or set auth.providers.{provider}.id.',
  },
  E_AUTH_ISSUE: {
    message: 'The guard "{guard}" cannot issue tokens with {option}: they would be as good as any other.',
    fix: 'Leave it out, or issue them by a guard with the driver "token".',
  },
  E_AUTH_LIFETIME: {
    message: 'A token of the guard "{guard}" cannot live {lifetime} seconds.',
    fix: 'Give issue() a lifetime above 0 and of at most 100 years, such as 900 or "15m". Without one it is that of the guard.',
  },
  E_AUTH_TTL: {
    message: 'issue() was called with the option ttl, which was in minutes and is called lifetime now.',
    fix: 'Write lifetime, in seconds or with a unit: { lifetime: "15m" }.',
  },
  E_AUTH_CREDENTIALS: {
    message: 'Users are not looked up by "{column}".',
    fix: 'Give attempt() the columns of auth.providers.{provider}.credentials and the password, nothing else.',
    status: 400,
  },
  E_AUTH_CONTEXT: {
    message: 'facades.Auth().{method}() was called without a request.',
    fix: 'Give the facade the context: facades.Auth(ctx).{method}().',
    placed: true,
  },
  // Keys
  E_AUTH_SECRET_MISSING: {
    message: 'The guard "{guard}" has no secret to sign its tokens with.',
    fix: 'Run `npx taproot key:generate` to write an APP_KEY into .env, or set JWT_SECRET; on every machine the same.',
  },
  E_AUTH_SECRET_WEAK: {
    message: 'The secret of the guard "{guard}" ({source}) {reason}.',
    fix: 'Remove it, and run `npx taproot key:generate`: then it is derived. Or set random bytes, enough for every HMAC: `openssl rand -base64 48`.',
  },
  E_AUTH_SECRET_TEMPORARY: {
    message: 'The guard "{guard}" has no secret, so this process made one: its tokens end with the process.',
    fix: 'Run `npx taproot key:generate`, or `npx taproot jwt:secret` for a secret of their own.',
  },
  E_AUTH_KEY: {
    message: 'auth.guards.{guard}.{key} is no key for {algorithm}: {reason}.',
    fix: 'Give the PEM text of a key of that kind, for example from `openssl genpkey`.',
  },
  E_AUTH_VERIFY_ONLY: {
    message: 'The guard "{guard}" cannot sign tokens: it has a public key only.',
    fix: 'Set auth.guards.{guard}.private_key, or let its issuer log users in.',
  },
  // Passwords
  E_PASSWORD_LONG: {
    message: 'A password has more than {bytes} bytes.',
    fix: 'Validate its length before it is hashed.',
    status: 422,
  },
  E_PASSWORD_BUSY: {
    message: 'More than {waiting} passwords wait to be hashed.',
    fix: 'Limit logins with middleware.throttle(), or raise auth.passwords.concurrency where there are cores for it.',
    status: 503,
  },
  // Revocation
  E_AUTH_REVOCATION_FAILED: {
    message: 'The revocation store "{store}" fails: {reason}. Until it is back, {meanwhile}.',
    fix: 'Bring the store back; it is tried again twice a second, and nothing needs a restart.',
  },
  E_AUTH_REVOCATION_LATE: {
    message: 'The revocation store "{store}" did not answer within {seconds} s.',
    fix: 'Look at the store and the way to it; auth.revocation.timeout is how long it may take.',
  },
  E_AUTH_UNAVAILABLE: {
    message: 'Whether the token was revoked cannot be told now.',
    fix: 'Bring the revocation store "{store}" back.',
    status: 503,
  },
  E_AUTH_REVOCATION_FULL: {
    message: 'All {keys} revocations that are kept in memory are in use.',
    fix: 'Set auth.revocation.store to "database" or "redis", or raise auth.revocation.memory.max_keys.',
    status: 503,
  },
  E_AUTH_REVOCATION_KEPT: {
    message: 'Revocations that ended could not be removed from "{table}": {reason}.',
    fix: 'Let the connection delete rows of the table; until it may, the table grows.',
  },
  E_AUTH_PER_PROCESS: {
    message: 'This process is one of several, and auth.revocation.store is "memory": a logout here is not known there.',
    fix: 'Set auth.revocation.store to "database" or "redis".',
  },
  // Console
  E_JWT_SECRET_EXISTS: {
    message: '{file} has a JWT_SECRET already.',
    fix: 'Add --force to replace it: every token signed with it is then refused.',
  },
  E_AUTH_TABLE_EXISTS: {
    message: '{file} makes the tables already.',
    fix: 'Run it with `npx taproot migrate`, or remove it first.',
  },
  // Gate
  E_GATE_ABILITY: {
    message: 'The gate was asked for "{ability}", which is not defined, and denied it.{hint}',
    fix: 'Define it in withCallback(): facades.Gate().define("{ability}", ...), or add its policy to withPolicies().',
  },
  E_GATE_POLICY: {
    message: 'The policy "{name}" is {actual} in place of a class.',
    fix: '{advice}.',
    placed: true,
  },
  E_GATE_RESULT: {
    message: '{place} answered {result}, and the gate denied.',
    fix: 'Return true, false, GateResponse.allow() or GateResponse.deny(), or a promise of one.',
  },
  E_GATE_FAILED: {
    message: '{place} failed, and the gate denied: {reason}',
    fix: 'See the cause below; a failing check never allows.',
  },
  E_GATE_LATE: {
    message: 'The gate was changed after the application had booted: {what}.',
    fix: 'Define abilities in withCallback(), and give policies to withPolicies().',
  },
});
