import { Command, type CommandClass, Option, UsageError } from '@taproot/console/command';
import { reasonOf } from '@taproot/core/internal';
import { errors } from '../errors.ts';
import type { Blueprint } from './blueprint.ts';
import { checkBlueprint } from './check-blueprint.ts';
import { GeneratedName } from './generated-name.ts';
import type { Generator, GeneratorRun } from './generator.ts';
import { placeFile, readText } from './place-file.ts';
import { applyRegistration } from './register.ts';
import type { ByHand } from './registration.ts';

/** Prefix of the fields for options of the generator, so that no option can replace a member of the command. */
const own = 'option ';

/** Runs a generator for the names that the user typed. */
class GeneratorCommand extends Command {
  /** Name of the arguments in the usage. */
  static readonly rest: string = 'name';

  /** The names to generate, as the user typed them. */
  names = Option.Rest();
  /** Replaces files that exist. */
  force = Option.Boolean('-f,--force', false, { description: 'Replace files that exist' });
  readonly #generator: Generator;

  constructor(generator: Generator) {
    super();
    this.#generator = generator;
    // clipanion finds options among the fields of a command.
    for (const [name, option] of Object.entries(generator.options?.() ?? {})) Reflect.set(this, own + name, option);
  }

  override async execute(): Promise<number> {
    const blueprints = await this.#blueprints();
    // If one file exists already, no file is written.
    for (const { files } of this.force ? [] : blueprints)
      for (const { path } of files) await this.#refuseExisting(path);
    let complete = true;
    for (const blueprint of blueprints) complete = (await this.#generate(blueprint)) && complete;
    return complete ? 0 : 1;
  }

  get #kind(): string {
    return this.#generator.kind;
  }

  /** The error for a name that is taken; it names the owner. */
  #taken(name: string, owner: string, suggestion: string): Error {
    return errors.E_GENERATE_TAKEN({ kind: this.#kind, name, owner, suggestion });
  }

  #run(): GeneratorRun {
    const { app } = this;
    const fields = Object.entries(this).filter(([name]) => name.startsWith(own));
    const read = (path: string): Promise<string | null> => readText(app.basePath, path);
    return {
      app,
      options: Object.fromEntries(fields.map(([name, value]) => [name.slice(own.length), value])),
      read,
      exists: async (path) => (await read(path)) !== null,
      taken: (name, owner, suggestion) => this.#taken(name, owner, suggestion),
    };
  }

  async #blueprints(): Promise<readonly Blueprint[]> {
    const run = this.#run();
    const generator = this.#generator;
    const unused = await generator.blueprint(GeneratedName.parse('zzyzx', this.#kind), run);
    const blueprints = new Map<string, Blueprint>();
    for (const typed of await this.#typedNames()) {
      const name = GeneratedName.parse(typed, this.#kind);
      const blueprint = await generator.blueprint(name, run);
      checkBlueprint(typed, this.#kind, blueprint, unused);
      await generator.checkName?.(name, run);
      blueprints.set(blueprint.files[0]?.path ?? '', blueprint);
    }
    this.#refuseTwins([...blueprints.values()]);
    return [...blueprints.values()];
  }

  // Different names may lead to the same files: a-b/Phone and a/b-Phone.
  #refuseTwins(blueprints: readonly Blueprint[]): void {
    const owners = new Map<string, string>();
    for (const { claims, files } of blueprints) {
      if (claims === null) continue;
      const first = owners.get(claims);
      if (first !== undefined)
        throw this.#taken(claims, `what ${first} would be called, too`, 'one without its folder');
      owners.set(claims, files[0]?.path ?? '');
    }
  }

  async #typedNames(): Promise<readonly string[]> {
    if (this.names.length > 0) return this.names;
    if (!this.interactive) throw new UsageError(`The name of the ${this.#kind} is missing.`);
    return [await this.ask(`Name of the ${this.#kind}`, { check: (name) => this.#complaint(name) })];
  }

  #complaint(typed: string): string | null {
    try {
      GeneratedName.parse(typed, this.#kind);
      return null;
    } catch (error) {
      return reasonOf(error);
    }
  }

  async #refuseExisting(file: string): Promise<void> {
    if ((await readText(this.app.basePath, file)) !== null) throw errors.E_GENERATE_EXISTS({ file });
  }

  async #generate({ files, registration, next }: Blueprint): Promise<boolean> {
    for (const { path, text } of files) await this.#place(path, text);
    if (registration !== null) {
      const registered = await applyRegistration(this.app.basePath, registration);
      if ('reason' in registered) return this.#tellByHand(registered.reason, registered.byHand);
      for (const { file, before } of registered.changes) this.#tell(before === null ? 'created' : 'updated', file);
    }
    for (const line of next) this.line(this.style.dim(line));
    return true;
  }

  async #place(path: string, text: string): Promise<void> {
    const old = this.force ? await readText(this.app.basePath, path) : null;
    if (old === text) return this.#tell('unchanged', path);
    const placed = await placeFile(this.app.basePath, path, text, this.force ? 'anything' : 'nothing');
    if (!placed) throw errors.E_GENERATE_EXISTS({ file: path });
    this.#tell(old === null ? 'created' : 'replaced', path);
  }

  #tell(outcome: 'created' | 'replaced' | 'unchanged' | 'updated', file: string): void {
    const color = outcome === 'replaced' ? this.style.yellow : this.style.green;
    this.line(`${color(outcome.padEnd('unchanged'.length))}  ${file}`);
  }

  #tellByHand(reason: string, byHand: readonly ByHand[]): false {
    this.line();
    this.line(`${this.style.yellow('Not registered:')} ${reason}. Add by hand, where it is missing:`);
    for (const { file, lines } of byHand) {
      this.line();
      this.line(`  ${this.style.bold(file)}`);
      for (const line of lines) this.line(`    ${line}`);
    }
    return false;
  }
}

/** The command that runs a generator. */
export const generatorCommand = (path: string, generator: Generator): CommandClass => {
  const { details, examples } = generator;
  return class extends GeneratorCommand {
    static override paths = [[path]];
    static override usage = Command.Usage({
      ...(details === undefined ? {} : { details }),
      ...(examples === undefined ? {} : { examples: examples.map(([label, line]): [string, string] => [label, line]) }),
    });

    constructor() {
      super(generator);
    }
  };
};
