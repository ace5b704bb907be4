import { readFileSync } from 'node:fs';

// package.json lies one folder above both the source and the compiled file.
const manifest = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')) as { version: string };

/** The output of `--version`. */
export const version = `Taproot ${manifest.version}`;
