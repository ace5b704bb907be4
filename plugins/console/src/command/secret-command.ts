import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { Option } from 'clipanion';
import { Command } from './command.ts';
import { EnvFile } from './env-file.ts';

/** A command that writes a new secret into `.env`. It keeps an existing secret, unless the user gives `--force`. */
export abstract class SecretCommand extends Command {
  /** Prints the secret and writes nothing. */
  show = Option.Boolean('--show', false, { description: 'Print the secret, write nothing' });
  /** Replaces an existing secret. */
  force = Option.Boolean('-f,--force', false, { description: 'Replace a secret that is there' });

  /** Name of the variable. */
  protected abstract readonly variable: string;
  /** Number of random bytes; in base64, the secret has a third more characters. */
  protected abstract get bytes(): number;
  /** The error when the file already has the variable. */
  protected abstract exists(file: string): Error;

  override async execute(): Promise<void> {
    const secret = randomBytes(this.bytes).toString('base64');
    if (this.show) return this.line(secret);
    const file = EnvFile.read(join(this.context.root, '.env'));
    if (file.get(this.variable) !== '' && !this.force) throw this.exists(file.path);
    file.set(this.variable, secret).write();
    this.line(`${this.variable} written to ${file.path}`);
    if ((process.env[this.variable] ?? '') !== '')
      this.line(`The environment has ${this.variable} too, which wins over .env.`);
  }
}
