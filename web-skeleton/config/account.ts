import { defineConfig } from '@taproot/core';

/** The sites with which people can sign in. A provider without a client_id has no button. */
export const account = defineConfig('account', (env) => ({
  providers: {
    github: {
      driver: 'github',
      // Another address for GitHub Enterprise.
      url: env('GITHUB_URL', 'https://github.com'),
      api: env('GITHUB_API', 'https://api.github.com'),
      client_id: env('GITHUB_CLIENT_ID', ''),
      client_secret: env('GITHUB_CLIENT_SECRET', ''),
    },
    google: {
      driver: 'oidc',
      // Any other provider of OpenID Connect has this form, too.
      issuer: env('GOOGLE_ISSUER', 'https://accounts.google.com'),
      client_id: env('GOOGLE_CLIENT_ID', ''),
      client_secret: env('GOOGLE_CLIENT_SECRET', ''),
    },
  },
}));
