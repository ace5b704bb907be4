import { defineConfig } from '@taproot/core';

export const posts = defineConfig('posts', (env) => ({
  /** Where attachments are kept; a relative path lies within the application. */
  attachments: env('ATTACHMENTS_PATH', 'storage/attachments'),
}));
