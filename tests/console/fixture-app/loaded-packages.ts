import { createRequire } from 'node:module';
import { boot } from './bootstrap/app.ts';

// Prints whether clipanion and Koa are loaded: after the boot, after the list of commands, after a command.
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
