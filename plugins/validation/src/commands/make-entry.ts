import type { Application } from '@taproot/core';
import type { GeneratedName, Generator } from '@taproot/dev/generator';

/** The differences between the generators of classes that rule strings and filters call by name. */
export interface EntryKind extends Pick<Generator, 'details' | 'examples'> {
  readonly kind: 'rule' | 'filter';
  /** The builder step that gets the list. */
  readonly step: string;
  /** The comment of a new list. */
  readonly about: string;
  /** Names of the framework, which every application has. */
  readonly builtIn: () => Iterable<string>;
  /** Names of this application, including those of the framework. */
  readonly known: (app: Application) => readonly string[];
  /** The source of the class. */
  readonly stub: (className: string, signature: string) => string;
  /** How rule or filter strings use it. */
  readonly usedAs: (signature: string) => string;
}

/** Writes a class that rule strings call by its name in snake case, and lists an instance of it. */
export const entryGenerator = ({ kind, step, about, builtIn, known, stub, usedAs, ...help }: EntryKind): Generator => {
  const fileOf = (name: GeneratedName): string => `app/${kind}s/${name.path}.ts`;
  const list = `${kind}s`;
  const suffix = kind === 'rule' ? 'Rule' : 'Filter';
  return {
    ...help,
    kind,
    async checkName(name, { app, exists, taken }) {
      const signature = name.in('_');
      const suggestion = `My${name.pascal}, which would be "my_${signature}"`;
      if (new Set(builtIn()).has(signature)) throw taken(signature, `a ${kind} of the framework`, suggestion);
      // With --force, the registered name may come from this very file.
      if (known(app).includes(signature) && !(await exists(fileOf(name))))
        throw taken(signature, `a ${kind} of this application`, suggestion);
    },
    blueprint(name) {
      const source = fileOf(name);
      return {
        files: [{ path: source, text: stub(name.pascal, name.in('_')) }],
        declares: [name.pascal],
        claims: name.in('_'),
        registration: {
          step,
          file: `bootstrap/${list}.ts`,
          list,
          source,
          import: { name: name.pascal, locals: [name.pascal, name.alias, name.alias + suffix] },
          entry: (local) => `new ${local}()`,
          empty: `/** ${about} */\nexport const ${list} = [];\n`,
        },
        next: [usedAs(name.in('_'))],
      };
    },
  };
};
