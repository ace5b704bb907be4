import { posix } from 'node:path';
import { builderChain, type ChainStep, insertStep } from './builder-chain.ts';
import { findList, type List, listIn } from './find-list.ts';
import { insertEntry } from './insert-entry.ts';
import { importOf, insertImport } from './insert-import.ts';
import { placeFile, readText } from './place-file.ts';
import { type Change, type Registered, type Registration, Unexpected } from './registration.ts';
import { SourceFile } from './source-file.ts';
import { splice } from './splice.ts';

/** Reads a file of the application; null when there is none. */
export type ReadSource = (file: string) => Promise<string | null>;

const bootstrap = 'bootstrap/app.ts';

/** The module name with which the file `from` imports `file`. */
const moduleOf = (file: string, from: string): string => {
  const path = posix.relative(posix.dirname(from), file);
  return path.startsWith('.') ? path : `./${path}`;
};

const parse = (file: string, text: string): SourceFile => {
  try {
    return SourceFile.parse(text);
  } catch (error) {
    const line = error instanceof Error ? /\((\d+):\d+\)/.exec(error.message)?.[1] : undefined;
    throw new Unexpected(file, `it has a syntax error${line === undefined ? '' : ` in line ${line}`}`);
  }
};

/** The source after a change. Throws if it no longer parses: the change is wrong then, and must not be made. */
const parseAgain = (file: string, text: string): SourceFile => {
  try {
    return SourceFile.parse(text);
  } catch {
    throw new Unexpected(file, 'the entry found no place in it');
  }
};

const chainOf = (source: SourceFile): readonly ChainStep[] => {
  const chain = builderChain(source);
  if (typeof chain === 'string') throw new Unexpected(bootstrap, chain);
  return chain;
};

/** The place of a step's list: its file, and a function that finds it there. */
interface Place {
  readonly file: string;
  readonly find: (source: SourceFile) => List | null;
}

const placeOf = (app: SourceFile, argument: unknown, step: string): Place => {
  const inChain = (source: SourceFile): List | null =>
    listIn(chainOf(source).find(({ name }) => name === step)?.argument);
  if (inChain(app) !== null) return { file: bootstrap, find: inChain };
  const name = typeof argument === 'object' && argument !== null && 'name' in argument ? String(argument.name) : '';
  const imported = importOf(app, name);
  if (imported === null) return { file: bootstrap, find: (source) => findList(source, name) };
  const file = posix.join('bootstrap', imported.from.replace(/\.js$/, '.ts'));
  if (!imported.from.startsWith('.') || file.startsWith('..') || !file.endsWith('.ts'))
    throw new Unexpected(bootstrap, `${step}() takes what comes from "${imported.from}"`);
  return { file, find: (source) => findList(source, imported.name) };
};

/** The text with the entry in its list; unchanged if the list has the entry already. */
const withEntry = (text: string, { file, find }: Place, registration: Registration): string => {
  const source = parse(file, text);
  const list = find(source);
  if (list === null) throw new Unexpected(file, `"${registration.list}" is not written there as a plain list`);
  const { import: needed } = registration;
  const from = moduleOf(registration.source, file);
  const { local, splices } = needed === null ? { local: from, splices: [] } : insertImport(source, { ...needed, from });
  const entry = registration.entry(local, from);
  // An entry contains the name of its import, or the module that it imports itself.
  const holds = (one: SourceFile, within: List): boolean => one.words(within.start, within.end).has(local);
  if (splices.length === 0 && holds(source, list)) return text;
  const after = splice(text, [...splices, ...insertEntry(source, list, entry)]);
  const made = parseAgain(file, after);
  const lengthened = find(made);
  if (lengthened === null || lengthened.entries.length !== list.entries.length + 1 || !holds(made, lengthened))
    throw new Unexpected(file, 'the entry found no place in it');
  return after;
};

const withStep = (text: string, { step, file, list }: Registration): string => {
  const source = parse(bootstrap, text);
  const { local, splices } = insertImport(source, {
    name: list,
    locals: [list, `own${list.charAt(0).toUpperCase()}${list.slice(1)}`],
    from: moduleOf(file, bootstrap),
  });
  const after = splice(text, [...splices, insertStep(source, chainOf(source), step, local)]);
  if (!chainOf(parseAgain(bootstrap, after)).some(({ name }) => name === step))
    throw new Unexpected(bootstrap, `${step}() found no place in it`);
  return after;
};

const plan = async (registration: Registration, read: ReadSource): Promise<Change[]> => {
  const text = await read(bootstrap);
  if (text === null) throw new Unexpected(bootstrap, 'there is no such file');
  const app = parse(bootstrap, text);
  const step = chainOf(app).find(({ name }) => name === registration.step);
  const place =
    step === undefined
      ? { file: registration.file, find: (source: SourceFile) => findList(source, registration.list) }
      : placeOf(app, step.argument, registration.step);
  const before = await read(place.file);
  if (before === null && step !== undefined) throw new Unexpected(place.file, 'there is no such file');
  const changes = [{ file: place.file, before, after: withEntry(before ?? registration.empty, place, registration) }];
  if (step === undefined) changes.push({ file: bootstrap, before: text, after: withStep(text, registration) });
  return changes.filter(({ before, after }) => before !== after);
};

/** The lines that the developer must add by hand. */
const byHand = (registration: Registration, reason: string): Registered => {
  const { step, file, list, source, import: needed, entry } = registration;
  const from = moduleOf(source, file);
  const imported = needed === null ? [] : [`import { ${needed.name} } from '${from}';`];
  const added = entry(needed?.name ?? from, from).split('\n');
  const lines = [
    { file, lines: [...imported, ...added.slice(0, -1), `${added.at(-1)},`] },
    { file: bootstrap, lines: [`import { ${list} } from '${moduleOf(file, bootstrap)}';`, `.${step}(${list})`] },
  ];
  return { reason, byHand: lines };
};

/** Plans all changes of a registration, or none. Writes nothing. */
export const register = async (registration: Registration, read: ReadSource): Promise<Registered> => {
  try {
    return { changes: await plan(registration, read) };
  } catch (error) {
    if (!(error instanceof Unexpected)) throw error;
    return byHand(registration, error.message);
  }
};

// How often to try again when an editor or another generator writes the same files at the same time.
const attempts = 20;

const place = (root: string, { file, before, after }: Change): Promise<boolean> =>
  placeFile(root, file, after, before === null ? 'nothing' : { unchanged: before });

const placeAll = async (root: string, changes: readonly Change[]): Promise<boolean> => {
  for (const change of changes) if (!(await place(root, change))) return false;
  return true;
};

/** Registers generated files. It changes the files as they are at that moment, so changes by other programs stay. */
export const applyRegistration = async (root: string, registration: Registration): Promise<Registered> => {
  for (let attempt = 1; ; attempt++) {
    const registered = await register(registration, (file) => readText(root, file));
    if ('reason' in registered || (await placeAll(root, registered.changes))) return registered;
    if (attempt === attempts)
      return byHand(registration, `${registration.file} was left as it is: others keep changing it`);
  }
};
