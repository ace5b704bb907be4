#!/usr/bin/env node
import './check-node.js';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { isCompletion, rememberedAnswer } from './remembered.js';

const argv = process.argv.slice(2);
// Beside a tsconfig.json this is a checkout, whose packages are run from their sources.
const isCheckout = existsSync(new URL('../tsconfig.json', import.meta.url));

// Called back when all that was written before is, or when nobody reads it any more.
const flush = (/** @type {NodeJS.WriteStream} */ stream) =>
  new Promise((resolve) => (stream.writable ? stream.write('', resolve) : resolve(null)));

const run = async () => {
  const { main } = await import(isCheckout ? '../src/main.ts' : '../dist/main.js');
  const code = await main(argv);
  // It has left what the answer is made of.
  if (isCompletion(argv)) process.stdout.write(rememberedAnswer(argv) ?? '');
  await Promise.all([flush(process.stdout), flush(process.stderr)]);
  // The application is closed: a timer or a socket that a plugin holds all the same would keep the process for ever.
  process.exit(code);
};

const answer = rememberedAnswer(argv);
if (answer !== null) {
  // A reader that went away is no error of ours.
  process.stdout.on('error', () => undefined);
  process.stdout.write(answer);
} else if (!isCheckout || process.execArgv.includes('source')) {
  await run();
} else {
  const { runSources } = await import('./run-sources.js');
  runSources(fileURLToPath(import.meta.url), argv);
}
