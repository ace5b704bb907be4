import { run } from '@taproot/core/run';
import { countForWorkers } from '@taproot/throttle';

await run(() => import('./bootstrap/app.ts'), { primary: countForWorkers });
