// One browser for all of them: to start one takes longer than most of what is done in it.
import './accounts.ts';
import './cors.ts';
import './cross-site.ts';
import './events.ts';
import './keyboard.ts';
import './pages.ts';
import { afterAll } from '@jest/globals';
import { browser } from './support.ts';

afterAll(async () => {
  if (typeof browser !== 'string') await browser.close();
});
