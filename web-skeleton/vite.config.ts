import { taproot } from '@taproot/vite/build';
import { defineConfig } from 'vite';

/** How scripts and style sheets are built: every file directly in `assets/` is an entry, for `vite()` in a template. */
export default defineConfig({ plugins: [taproot()] });
