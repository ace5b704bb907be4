import { createRequire } from 'node:module';
import type { boot as Boot } from './bootstrap/app.ts';

// Prints whether clipanion and Koa are loaded: after the boot, after the list of commands, after a command.
// Found when it runs: an application that were bundled into this program would not know where it lies.
const bootstrap = new URL('bootstrap/app.js', import.meta.url).href;
const { boot } = (await import(bootstrap)) as { boot: typeof Boot };
const { cache } = createRequire(import.meta.url);
const loaded = (name: string) => Object.keys(cache).some((file) => file.includes(`/node_modules/${name}/`));
const report: { clipanion: boolean; koa: boolean }[] = [];
const note = () => report.push({ clipanion: loaded('clipanion'), koa: loaded('koa') });

const app = await boot();
note();
await app.facades.Console().call('--help');
note();
await app.facades.Console().call('tell');
note();
await app.close();
process.stdout.write(JSON.stringify(report));
