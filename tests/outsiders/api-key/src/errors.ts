import { defineErrors } from '@taproot/core';

export const errors = defineErrors({
  E_API_KEY_INVALID: { message: 'The API key is not valid.', fix: 'Ask for a new key.', status: 401 },
  E_API_KEY_HASH: {
    message: 'auth.guards.{guard}.keys has a name that is no SHA-256 in hex.',
    fix: 'Put hashKey(key) of taproot-api-key there, not the key itself.',
  },
});
