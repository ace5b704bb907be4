import { defineConfig } from '@taproot/core';

/** Where files are kept. `STORAGE_DISK` chooses another default disk; tests keep files in memory. */
export const storage = defineConfig('storage', {
  disks: {
    /** Served below /files to those who have an address of `temporaryUrl()`. A bucket of S3 is another disk: see docs/storage.md. */
    local: { driver: 'local', root: 'storage/files', url: '/files' },
  },
});
