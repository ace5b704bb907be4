import { run } from '@taproot/core';
import { brokenApplications } from './broken-applications.ts';

// A script of its own: `broken-process.ts name` is the whole of a broken application's main.ts.
const broken = brokenApplications[process.argv[2] ?? ''];
if (broken === undefined) throw new Error(`There is no ${process.argv[2]}.`);
await run(broken.boot);
