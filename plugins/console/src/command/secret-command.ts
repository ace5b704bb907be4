import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { Option } from 'clipanion';
import { Command } from './command.ts';
import { EnvFile } from './env-file.ts';

/** A command that writes a fresh secret into `.env`. One that is there is kept, unless `--force` is given. */
export abstract class SecretCommand extends Command {
  /** Prints the secret and writes nothing. */
  show = Option.Boolean('--show', false, { description: 'Print the secret, write nothing' });
  /** Replaces a secret that is there. */
  force = Option.Boolean('-f,--force', false, { description: 'Replace a secret that is there' });

  /** Name of the variable. */
  protected abstract readonly variable: string;
  /** Random bytes it is made of; in base64 they are a third more characters. */
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
