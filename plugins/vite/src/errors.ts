import { defineErrors } from '@taproot/core';

/** Errors of assets. */
export const errors = defineErrors({
  E_VITE_BASE: {
    message: 'Configuration "vite.base" is {value}, but must be a path or an address that ends with "/".',
    fix: 'Write "/assets/" or "https://cdn.example.com/assets/" in config/vite.ts.',
  },
  E_VITE_MANIFEST: {
    message: 'There is no list of built assets: {file} {reason}.',
    fix: 'Run `npx vite build` before the application starts. `npm run build` of new applications does that. If the build is elsewhere, correct "vite.out" in config/vite.ts.',
  },
  E_VITE_ENTRY: {
    message: 'There is no asset {name}: {where}.{hint}',
    fix: 'Correct the name, or write the file. Only files directly in the folder are entries: they and what they import are built.',
  },
  E_VITE_CONFIG: {
    message: 'vite.config.ts does not fit config/vite.ts: {what} is {actual}, but must be {expected}.',
    fix: 'Add taproot() of @taproot/vite/build to the `plugins` of vite.config.ts, with the `folder` and `out` of config/vite.ts.',
  },
  E_VITE_START: {
    message: 'Vite did not start: {reason}',
    fix: 'Correct vite.config.ts. If Vite is not installed, run `npm install --save-dev vite`.',
  },
});
