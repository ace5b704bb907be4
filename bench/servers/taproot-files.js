// Taproot with a folder of files, on the driver that the argument names.
import { fileURLToPath } from 'node:url';
import { serveTaproot } from './taproot.js';

const [driver = 'koa'] = process.argv.slice(2);

await serveTaproot((route) => route.static('/', fileURLToPath(new URL('public', import.meta.url))), driver);
