// Answers `--help` and completion from what an earlier run has kept (@taproot/dev, src/completion/remember-commands.ts), as long as
// nothing that it hangs on has changed. Plain JavaScript, and no import but Node's own: this is what is waited for at
// every press of the tab key, and neither the framework nor a loader for TypeScript is to be had in that time.
import { existsSync, readFileSync, statSync } from 'node:fs';
import { basename, dirname, join, relative } from 'node:path';

/** @typedef {import('../src/development.ts').RememberedCommands} Remembered */

const bootstrap = ['bootstrap/app.ts', 'dist/bootstrap/app.js', 'bootstrap/app.js'];

/** @returns {string | null} */
const upwards = (/** @type {string} */ folder, /** @type {(folder: string) => boolean} */ is) => {
  if (is(folder)) return folder;
  const parent = dirname(folder);
  return parent === folder ? null : upwards(parent, is);
};

/** As src/sources/list-inputs.ts of @taproot/dev marks a file. */
const markOf = (/** @type {string} */ path) => {
  try {
    const stats = statSync(path, { throwIfNoEntry: false });
    return stats === undefined ? 0 : stats.mtimeMs + stats.size;
  } catch {
    return 0;
  }
};

const isFresh = (/** @type {Remembered} */ { node, marks, variables, secrets }) => {
  if (node !== process.version) return false;
  for (const name in variables) if (variables[name] !== (process.env[name] ?? null)) return false;
  for (const name in secrets) if (secrets[name] !== ((process.env[name] ?? '') !== '')) return false;
  for (const path in marks) if (marks[path] !== markOf(path)) return false;
  return true;
};

/** As src/find-application.ts finds it. */
const isApplication = (/** @type {string} */ folder) => {
  const manifestOf = (/** @type {string} */ place) => existsSync(join(place, 'package.json'));
  const isBuild = basename(folder) === 'dist' && !manifestOf(folder) && manifestOf(dirname(folder));
  return !isBuild && bootstrap.some((file) => existsSync(join(folder, file)));
};

/** @returns {Remembered | null} */
const recall = () => {
  const root = upwards(process.cwd(), isApplication);
  const home = root && upwards(root, (folder) => existsSync(join(folder, 'node_modules')));
  if (root === null || home === null) return null;
  const name = encodeURIComponent(relative(home, root));
  try {
    const file = join(home, 'node_modules', '.cache', 'taproot', `commands${name && `-${name}`}.json`);
    const remembered = JSON.parse(readFileSync(file, 'utf8'));
    return isFresh(remembered) ? remembered : null;
  } catch {
    // Not there, half written, unreadable: whoever asks finds out for himself, and writes it anew.
    return null;
  }
};

/** As src/output/terminal.ts decides. */
const wantsColor = () => {
  const { NO_COLOR = '', FORCE_COLOR = '', TERM } = process.env;
  if (NO_COLOR !== '') return false;
  if (FORCE_COLOR !== '') return FORCE_COLOR !== '0' && FORCE_COLOR !== 'false';
  return process.stdout.isTTY && TERM !== 'dumb';
};

/** As src/output/format-terms.ts wraps descriptions: `shown` is the line, with its colours, whose text is `plain`. */
const wrapLine = (
  /** @type {string} */ plain,
  /** @type {string} */ shown,
  /** @type {number} */ column,
  /** @type {number} */ columns,
) => {
  if (plain.length <= columns || !plain.startsWith('  ')) return shown;
  const description = plain.slice(column);
  const width = Math.max(columns - column, 20);
  const lines = [''];
  for (const word of description.split(' ')) {
    const longer = `${lines.at(-1)} ${word}`.trimStart();
    if (longer.length <= width || lines.at(-1) === '') lines[lines.length - 1] = longer;
    else lines.push(word);
  }
  return shown.slice(0, shown.length - description.length) + lines.join(`\n${' '.repeat(column)}`);
};

/** As src/overview.ts shows the commands on a terminal of this width. */
const helpFor = (/** @type {Remembered} */ { help }, /** @type {number} */ columns) => {
  const plain = help.plain.split('\n');
  const shown = wantsColor() ? help.colored.split('\n') : plain;
  return plain.map((line, index) => wrapLine(line, shown[index] ?? '', help.column, columns)).join('\n');
};

/** As src/main.ts decides. */
const isHelp = (/** @type {string[]} */ [name = '--help', ...rest]) =>
  name === '--help' || name === '-h' || ((name === 'list' || name === 'help') && rest.length === 0);

/** Candidates for the last of the words behind `taproot`, one to a line with its description behind a tab. */
const complete = (/** @type {Remembered} */ { commands }, /** @type {string[]} */ words) => {
  const typed = words.at(-1) ?? '';
  const command = commands.find(({ path }) => path === words[0]);
  const help = { name: '--help', description: 'Show options and examples' };
  const candidates =
    words.length <= 1
      ? commands.map(({ path, description }) => ({ name: path, description }))
      : [...(command?.options ?? []), ...(command === undefined ? [] : [help])];
  return candidates
    .filter(({ name }) => name.startsWith(typed) && (typed !== '' || !name.startsWith('-') || words.length > 1))
    .map(({ name, description }) => `${name}\t${description}\n`)
    .join('');
};

/** Whether the line asks for candidates: `taproot completion --complete route:list --pa`. */
export const isCompletion = (/** @type {string[]} */ [name, option]) =>
  name === 'completion' && option === '--complete';

/**
 * What is to be written for this command line, or null when somebody has to find out.
 * @returns {string | null}
 */
export const rememberedAnswer = (/** @type {string[]} */ argv) => {
  if (!isHelp(argv) && !isCompletion(argv)) return null;
  const remembered = recall();
  if (remembered === null) return null;
  if (isCompletion(argv)) return complete(remembered, argv.slice(2));
  return helpFor(remembered, process.stdout.columns || Number(process.env.COLUMNS) || Number.POSITIVE_INFINITY);
};
