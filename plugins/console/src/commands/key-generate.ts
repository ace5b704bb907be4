import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { Command, Option } from '../command/index.ts';
import { errors } from '../errors.ts';
import { EnvFile } from '../introspection/env-file.ts';

/** `key:generate`: writes a new secret into `.env`, from which plugins derive theirs. */
export class KeyGenerate extends Command {
  static override paths = [['key:generate']];

  static override usage = Command.Usage({
    details:
      '32 random bytes in base64. A key that is there is kept, unless --force is given: what was signed or encrypted\n' +
      'with it cannot be read any more. The application need not boot for this.',
    examples: [
      ['Into .env', 'npx taproot key:generate'],
      ['For a secret store', 'npx taproot key:generate --show'],
    ],
  });

  show = Option.Boolean('--show', false, { description: 'Print the key, write nothing' });
  force = Option.Boolean('--force', false, { description: 'Replace a key that is there' });

  override async execute(): Promise<void> {
    const key = randomBytes(32).toString('base64');
    if (this.show) return this.line(key);
    const file = EnvFile.read(join(this.context.root, '.env'));
    if (file.get('APP_KEY') !== '' && !this.force) throw errors.E_KEY_EXISTS({ file: file.path });
    file.set('APP_KEY', key).write();
    this.line(`APP_KEY written to ${file.path}`);
    if ((process.env.APP_KEY ?? '') !== '')
      this.line('The environment has an APP_KEY of its own, which wins over .env.');
  }
}
