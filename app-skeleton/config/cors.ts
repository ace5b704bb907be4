import { defineConfig } from '@taproot/core';

/** Which other sites may call this application from a browser. Every key has this default; keep what you change. */
export const cors = defineConfig('cors', {
  paths: ['*'],
  allowed_methods: ['*'],
  allowed_origins: ['*'],
  allowed_headers: ['*'],
  exposed_headers: [],
  max_age: 0,
  supports_credentials: false,
});
