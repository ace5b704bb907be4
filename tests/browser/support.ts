import { existsSync } from 'node:fs';
import type { Browser } from 'playwright-core';

const chromium = '/usr/bin/chromium';
const args =
  '--headless --no-sandbox --disable-gpu --disable-quic --no-first-run --disable-background-networking --disable-component-update --disable-sync';

/** Starts Debian's Chromium; null, with what is missing, where it cannot be had. */
const launch = async (): Promise<Browser | string> => {
  if (!existsSync(chromium)) return `${chromium} is missing: apt-get install chromium`;
  try {
    const playwright = await import('playwright-core');
    return await playwright.chromium.launch({ executablePath: chromium, args: args.split(' ') });
  } catch (error) {
    return `playwright-core could not start it: ${String(error)}`;
  }
};

export const browser = await launch();
if (typeof browser === 'string') console.warn(`Skipped: ${browser}`);
