import { defineConfig } from '@taproot/core';
import '@taproot/storage';

export const storage = defineConfig('storage', (env) => ({
  /** `STORAGE_DISK=s3` keeps attachments in a bucket: several machines need one. */
  default: env('STORAGE_DISK', 'local'),
  disks: {
    local: { driver: 'local', root: 'storage/files', url: '/files' },
    s3: { driver: 's3', bucket: env('S3_BUCKET', 'helpdesk'), endpoint: env('S3_ENDPOINT', null) },
  },
}));
