import { run } from '@taproot/core';
import { boot } from './bootstrap/app.ts';

await run(boot);
