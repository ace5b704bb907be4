// Real path: a command typed, and waited for. An application of all plugins that the skeleton has, compiled, with 1,000
// routes; node itself, doing nothing, is the floor.
import { compareCommands } from '../lib/compare-commands.js';

export const about = 'Commands from start to end: the list of commands, completion, and a list of 1,000 routes';

const cwd = new URL('../console/', import.meta.url);
const against = 'node -e 0';

/** @type {import('../lib/compare-commands.js').CommandVariant[]} */
const variants = [
  { name: against, args: ['-e', '0'], cwd },
  { name: 'taproot --help', args: ['taproot.js', '--help'], cwd, against, shows: /route:list/ },
  {
    name: 'completion of a command',
    args: ['taproot.js', 'completion', '--complete', 'route:'],
    cwd,
    against,
    shows: /^route:list\t/,
  },
  { name: 'route:list, 1,000 routes', args: ['taproot.js', 'route:list'], cwd, against, shows: /Showing \[1000\]/ },
];

/** @type {import('../lib/cases.js').Case['run']} */
export const run = ({ functions }) => compareCommands(variants, functions);
