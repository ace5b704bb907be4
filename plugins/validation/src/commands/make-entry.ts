import { type Blueprint, type GeneratedName, GeneratorCommand } from '@taproot/dev/generator';

/** Writes a class that rule strings call by its name in snake case, and lists an instance of it. */
export abstract class MakeEntry extends GeneratorCommand {
  protected abstract override readonly kind: 'rule' | 'filter';
  /** The step of the builder that takes the list. */
  protected abstract readonly step: string;
  /** The comment of a new list. */
  protected abstract readonly about: string;

  /** Names of the framework, which every application has. */
  protected abstract builtIn(): Iterable<string>;
  /** Names of this application, the framework's too. */
  protected abstract known(): readonly string[];
  /** The source of the class. */
  protected abstract readonly stub: (className: string, signature: string) => string;
  /** How a text calls it. */
  protected abstract usedAs(signature: string): string;

  protected override async checkName(name: GeneratedName): Promise<void> {
    const signature = name.in('_');
    const suggestion = `My${name.pascal}, which would be "my_${signature}"`;
    if (new Set(this.builtIn()).has(signature))
      throw this.taken(signature, `a ${this.kind} of the framework`, suggestion);
    // Made again by --force it is registered already, from the very file.
    if (this.known().includes(signature) && !(await this.exists(this.#fileOf(name))))
      throw this.taken(signature, `a ${this.kind} of this application`, suggestion);
  }

  protected override blueprint(name: GeneratedName): Blueprint {
    const list = `${this.kind}s`;
    const source = this.#fileOf(name);
    const suffix = this.kind === 'rule' ? 'Rule' : 'Filter';
    return {
      files: [{ path: source, text: this.stub(name.pascal, name.in('_')) }],
      declares: [name.pascal],
      claims: name.in('_'),
      registration: {
        step: this.step,
        file: `bootstrap/${list}.ts`,
        list,
        source,
        import: { name: name.pascal, locals: [name.pascal, name.alias, name.alias + suffix] },
        entry: (local) => `new ${local}()`,
        empty: `/** ${this.about} */\nexport const ${list} = [];\n`,
      },
      next: [this.usedAs(name.in('_'))],
    };
  }

  #fileOf(name: GeneratedName): string {
    return `app/${this.kind}s/${name.path}.ts`;
  }
}
