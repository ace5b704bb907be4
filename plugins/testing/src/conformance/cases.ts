import { format } from 'node:util';

/** One requirement of every driver. `run` rejects with an error that says how the driver differs. */
export interface DriverCase {
  /** The title of the test. */
  readonly name: string;
  /** Opens an application of the driver, checks it, and closes it again. */
  readonly run: () => Promise<void>;
}

type Work = () => unknown;

/** The cases that a group has registered. */
export interface Gathered {
  readonly cases: { readonly name: string; readonly run: Work }[];
  readonly before: Work[];
  readonly after: Work[];
}

let gathered: Gathered = { cases: [], before: [], after: [] };
let titles: readonly string[] = [];

/** Runs a group, which registers its cases with the functions below, and returns them. */
export const gather = (group: Work): Gathered => {
  gathered = { cases: [], before: [], after: [] };
  group();
  return gathered;
};

type Row = readonly [unknown, ...unknown[]];

/** A title, with the first values of its row filled in. */
const titled = (title: string, row: Row): string =>
  format(title, ...row.slice(0, title.match(/%[sdij]/g)?.length ?? 0));

const addCase = (name: string, run: Work): void =>
  void gathered.cases.push({ name: [...titles, name].join(': '), run });

/** Registers a case, or one for each row of a table. */
export const test = Object.assign(addCase, {
  each:
    <Cells extends Row>(rows: readonly Cells[]) =>
    (title: string, run: (...row: Cells) => unknown): void => {
      for (const row of rows) addCase(titled(title, row), () => run(...row));
    },
});

/** Registers the same cases for each row of a table, with its title before theirs. */
export const describeEach =
  <Cells extends Row>(rows: readonly Cells[]) =>
  (title: string, group: (...row: Cells) => void): void => {
    const outer = titles;
    for (const row of rows) {
      titles = [...outer, titled(title, row)];
      group(...row);
    }
    titles = outer;
  };

/** Runs before each case of the group. */
export const before = (work: Work): void => void gathered.before.push(work);

/** Runs after each case of the group. */
export const after = (work: Work): void => void gathered.after.push(work);
