type Fields = Readonly<Record<string, unknown>>;

/** Names that each line has. */
const ofEachLine: ReadonlySet<string> = new Set(['level', 'time', 'said']);

const noFields: Fields = {};

const isEmpty = (fields: Fields): boolean => Object.keys(fields).length === 0;

/** Splits fields into those that a line can have and those whose names are taken. */
const parted = (fields: Fields, isTaken: (name: string) => boolean): readonly [free: Fields, taken: Fields] => {
  const entries = Object.entries(fields);
  if (!entries.some(([name]) => isTaken(name))) return [fields, noFields];
  const those = (taken: boolean): Fields => Object.fromEntries(entries.filter(([name]) => isTaken(name) === taken));
  return [those(false), those(true)];
};

/**
 * The members that all lines of a part of the log have. No member of a logged object replaces them, because a client may have
 * chosen its name. A member whose name is taken is written below `said`, so nothing is lost.
 */
export class Members {
  /** Every member but `said`. */
  readonly all: Fields;
  readonly #own: Fields;
  readonly #said: Fields;

  /** `own` come from the framework, `given` from the application. `said` are members of the application whose names are taken. */
  constructor(own: Fields = noFields, given: Fields = noFields, said: Fields = noFields) {
    this.#own = own;
    this.all = { ...given, ...own };
    this.#said = said;
  }

  /** With additional members of the framework. */
  withOwn(more: Fields): Members {
    return new Members({ ...this.#own, ...more }, this.all, this.#said);
  }

  /** With additional members of the application. They replace its earlier ones. */
  with(more: Fields): Members {
    const isTaken = (name: string): boolean =>
      ofEachLine.has(name) || name === 'message' || Object.hasOwn(this.#own, name);
    const [free, taken] = parted(more, isTaken);
    return new Members(this.#own, { ...this.all, ...free }, { ...this.#said, ...taken });
  }

  /** The members that a line has in addition to `all`. `hasMessage`: the line also has a separate message. */
  beside(fields: Fields, hasMessage: boolean): Fields {
    const isTaken = (name: string): boolean =>
      ofEachLine.has(name) || (hasMessage && name === 'message') || Object.hasOwn(this.all, name);
    const [free, taken] = parted(fields, isTaken);
    if (isEmpty(taken) && isEmpty(this.#said)) return free;
    return { ...free, said: { ...this.#said, ...taken } };
  }

  /** The additional members of a line that is only a message; null if there are none. */
  get besideMessage(): Fields | null {
    return isEmpty(this.#said) ? null : { said: this.#said };
  }
}
