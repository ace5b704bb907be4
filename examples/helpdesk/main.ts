import { run } from '@taproot/core/run';

await run(() => import('./bootstrap/app.ts'));
