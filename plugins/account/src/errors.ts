import { defineErrors } from '@taproot/core';

/** Errors of accounts: configuration, tables, two factors, sign-in with other sites. */
export const errors = defineErrors({
  E_ACCOUNT_SETTING: {
    message: 'Configuration "{setting}" is {value}, but must be {expected}.',
    fix: 'Correct it in config/account.ts, or remove it to keep its default.',
  },
  E_ACCOUNT_URL: {
    message: 'The address of this application is not known.',
    fix: 'Set APP_URL, such as https://shop.example. Links in mails, passkeys and sign-in with other sites need it: the Host header of a request comes from the client.',
  },
  E_ACCOUNT_ROWS: {
    message: 'Accounts need a database, but no plugin provides one.',
    fix: 'Add database() of @taproot/database to withPlugins().',
  },
  E_ACCOUNT_TABLE: {
    message: 'The table "{table}" cannot be used: {reason}',
    fix: 'Write its migration with `npx taproot account:table`, then run `npx taproot migrate`.',
  },
  E_ACCOUNT_TABLE_EXISTS: {
    message: '{file} exists already.',
    fix: 'Use it, or delete it first.',
  },
  E_ACCOUNT_CLEANING: {
    message: 'Expired tokens could not be removed: {reason}',
    fix: 'See the cause below. They are not accepted anyway; the next token that is issued tries again.',
  },
  E_TWO_FACTOR_ON: {
    message: 'Two-factor login is on already for user {user}.',
    fix: 'Call turnOff() first, after the user has confirmed who they are.',
    placed: true,
  },
  E_TWO_FACTOR_SECRET: {
    message: 'The two-factor secret of user {user} cannot be decrypted.',
    fix: 'Put the APP_KEY that was in use before into APP_PREVIOUS_KEYS. Without it, the user needs a recovery code.',
  },
  E_PASSKEY_REFUSED: {
    message: 'A passkey was refused: {reason}',
    fix: 'If this happens to all users, APP_URL is not the address that their browsers show.',
  },
  E_PROVIDER_UNKNOWN: {
    message: 'There is no sign-in provider "{name}".',
    fix: 'Add it to account.providers in config/account.ts, with its client_id. Known are: {known}.',
    status: 404,
  },
  E_SIGN_IN_REFUSED: {
    message: 'The sign-in with "{provider}" failed: {reason}',
    fix: 'If this happens to all users, check client_id, client_secret and the address of the callback at the provider.',
  },
});
