#!/usr/bin/env node
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { constants } from 'node:os';
import { fileURLToPath } from 'node:url';

// Beside a tsconfig.json this is a checkout: the packages resolve to their sources, for which node needs both flags.
const isCheckout = existsSync(new URL('../tsconfig.json', import.meta.url));
const flags = ['-C', 'source', '--import'];

if (!isCheckout) {
  const { main } = await import('../dist/main.js');
  process.exitCode = await main(process.argv.slice(2));
} else if (process.execArgv.includes('source')) {
  const { main } = await import('../src/main.ts');
  process.exitCode = await main(process.argv.slice(2));
} else {
  const self = fileURLToPath(import.meta.url);
  const args = [...process.execArgv, ...flags, import.meta.resolve('tsx'), self, ...process.argv.slice(2)];
  const child = spawn(process.execPath, args, { stdio: 'inherit' });
  // The terminal sends SIGINT to the child as well; this process only waits for its end.
  process.on('SIGINT', () => undefined);
  process.on('SIGTERM', () => child.kill('SIGTERM'));
  child.on('exit', (code, signal) => process.exit(code ?? 128 + constants.signals[signal]));
}
