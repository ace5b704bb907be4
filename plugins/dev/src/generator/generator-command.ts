import { Command, Option, UsageError } from '@taproot/console/command';
import type { FrameworkError } from '@taproot/core';
import { errors } from '../errors.ts';
import type { Blueprint } from './blueprint.ts';
import { checkBlueprint } from './check-blueprint.ts';
import { GeneratedName } from './generated-name.ts';
import { placeFile, readText } from './place-file.ts';
import { applyRegistration } from './register.ts';
import type { ByHand } from './registration.ts';

/** A command that writes source files of the application for the names it is given, and registers them. */
export abstract class GeneratorCommand extends Command {
  /** Name of the arguments in the usage. */
  static readonly rest: string = 'name';

  /** The names to generate, as they were typed. */
  names = Option.Rest();
  /** Replaces files that exist. */
  force = Option.Boolean('-f,--force', false, { description: 'Replace files that exist' });

  /** The generated thing, as a noun in sentences: `rule`. */
  protected abstract readonly kind: string;

  /** The files for a name; the same name always gives the same files. */
  protected abstract blueprint(name: GeneratedName): Blueprint;

  /** Throws when a name cannot be had because it means something else already. Called before anything is written. */
  protected checkName(_name: GeneratedName): void | Promise<void> {}

  override async execute(): Promise<number> {
    const blueprints = await this.#blueprints();
    // Nothing is written when one of them cannot be.
    for (const { files } of this.force ? [] : blueprints)
      for (const { path } of files) await this.#refuseExisting(path);
    let complete = true;
    for (const blueprint of blueprints) complete = (await this.#generate(blueprint)) && complete;
    return complete ? 0 : 1;
  }

  /** The text of a file of the application; null when there is none. */
  protected read(path: string): Promise<string | null> {
    return readText(this.app.basePath, path);
  }

  /** Whether a file of the application is there already. */
  protected async exists(path: string): Promise<boolean> {
    return (await this.read(path)) !== null;
  }

  /** The error that says to whom a name belongs already. */
  protected taken(name: string, owner: string, suggestion: string): FrameworkError {
    return errors.E_GENERATE_TAKEN({ kind: this.kind, name, owner, suggestion });
  }

  async #blueprints(): Promise<readonly Blueprint[]> {
    const unused = this.blueprint(GeneratedName.parse('zzyzx', this.kind));
    const blueprints = new Map<string, Blueprint>();
    for (const typed of await this.#typedNames()) {
      const name = GeneratedName.parse(typed, this.kind);
      const blueprint = this.blueprint(name);
      checkBlueprint(typed, this.kind, blueprint, unused);
      await this.checkName(name);
      blueprints.set(blueprint.files[0]?.path ?? '', blueprint);
    }
    this.#refuseTwins([...blueprints.values()]);
    return [...blueprints.values()];
  }

  // Names may differ and yet come to the same: a-b/Phone and a/b-Phone.
  #refuseTwins(blueprints: readonly Blueprint[]): void {
    const owners = new Map<string, string>();
    for (const { claims, files } of blueprints) {
      if (claims === null) continue;
      const first = owners.get(claims);
      if (first !== undefined) throw this.taken(claims, `what ${first} would be called, too`, 'one without its folder');
      owners.set(claims, files[0]?.path ?? '');
    }
  }

  async #typedNames(): Promise<readonly string[]> {
    if (this.names.length > 0) return this.names;
    if (!this.interactive) throw new UsageError(`The name of the ${this.kind} is missing.`);
    return [await this.ask(`Name of the ${this.kind}`, { check: (name) => this.#complaint(name) })];
  }

  #complaint(typed: string): string | null {
    try {
      GeneratedName.parse(typed, this.kind);
      return null;
    } catch (error) {
      return error instanceof Error ? error.message : String(error);
    }
  }

  async #refuseExisting(file: string): Promise<void> {
    if (await this.exists(file)) throw errors.E_GENERATE_EXISTS({ file });
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
    const old = this.force ? await this.read(path) : null;
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
