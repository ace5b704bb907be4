#!/usr/bin/env node
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { isCompletion, rememberedAnswer } from './remembered.js';

const argv = process.argv.slice(2);
// Beside a tsconfig.json this is a checkout, whose packages are run from their sources.
const isCheckout = existsSync(new URL('../tsconfig.json', import.meta.url));

const run = async () => {
  const { main } = await import(isCheckout ? '../src/main.ts' : '../dist/main.js');
  process.exitCode = await main(argv);
  // It has left what the answer is made of.
  if (isCompletion(argv)) process.stdout.write(rememberedAnswer(argv) ?? '');
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
