import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { canPin } from './pinned-process.js';

const usage = `npm run bench -- [options]
  --only <case>      this case alone; may be given several times
  --quick            a look at everything in five minutes; keeps no figures
  --check            ends with 1 when a budget is missed
  --profile <dir>    writes a CPU profile of every server to a folder, and tells the functions on top; keeps no figures
  --cores <a,b>      the core of the servers and that of the load (0,1)
  --help`;

/** Ends the process with the reason and what can be asked for. */
const refuse = (/** @type {string} */ reason) => {
  console.error(`${reason}\n\n${usage}`);
  return process.exit(2);
};

const parse = () => {
  try {
    const { values } = parseArgs({
      options: {
        only: { type: 'string', multiple: true, default: [] },
        quick: { type: 'boolean', default: false },
        check: { type: 'boolean', default: false },
        profile: { type: 'string' },
        cores: { type: 'string', default: '0,1' },
        help: { type: 'boolean', default: false },
      },
    });
    return values;
  } catch (error) {
    return refuse(/** @type {Error} */ (error).message);
  }
};

/** Reads the command line: which cases, and how long to measure. Ends the process after --help and at a mistake. */
export const readOptions = (/** @type {readonly string[]} */ known) => {
  const values = parse();
  if (values.help) {
    console.log(usage);
    process.exit();
  }
  const unknown = values.only.find((name) => !known.includes(name));
  if (unknown !== undefined) refuse(`There is no case "${unknown}"; there are ${known.join(', ')}.`);

  const cores = values.cores.split(',');
  const pinned = cores.length === 2 && canPin(cores);
  const [server = null, load = null] = pinned ? cores : [];
  // npm runs this within bench/, and tells where it was called.
  const profiles = values.profile === undefined ? null : resolve(process.env.INIT_CWD ?? '', values.profile);
  return {
    cases: values.only.length > 0 ? values.only : known,
    check: values.check,
    keep: !values.quick && profiles === null,
    pinned,
    profiles,
    effort: {
      functions: values.quick ? { rounds: 5, milliseconds: 40 } : { rounds: 15, milliseconds: 100 },
      servers: {
        ...(values.quick ? { rounds: 2, seconds: 1 } : { rounds: 5, seconds: 3 }),
        cores: { server, load },
        profiles,
      },
    },
  };
};
