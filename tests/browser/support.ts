import { existsSync } from 'node:fs';
import type { Browser } from 'playwright-core';

/** Debian's, the first that is there: without windows to draw, Chromium takes half of the time. */
const programs = ['/usr/bin/chromium-headless-shell', '/usr/bin/chromium'];
const args =
  '--headless --no-sandbox --disable-gpu --disable-quic --no-first-run --disable-background-networking --disable-component-update --disable-sync';

/** Starts Debian's Chromium; null, with what is missing, where it cannot be had. */
const launch = async (): Promise<Browser | string> => {
  const executablePath = programs.find((program) => existsSync(program));
  if (executablePath === undefined)
    return `${programs.join(' or ')} is missing: apt-get install chromium-headless-shell`;
  try {
    const playwright = await import('playwright-core');
    return await playwright.chromium.launch({ executablePath, args: args.split(' ') });
  } catch (error) {
    return `playwright-core could not start it: ${String(error)}`;
  }
};

export const browser = await launch();
if (typeof browser === 'string') console.warn(`Skipped: ${browser}`);
