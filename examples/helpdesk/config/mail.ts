import { defineConfig } from '@taproot/core';
import '@taproot/mail';

export const mail = defineConfig('mail', (env) => ({
  from: env('MAIL_FROM', 'Help desk <desk@example.com>'),
}));
