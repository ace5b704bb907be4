import { Command, SecretCommand } from '../command/index.ts';
import { errors } from '../errors.ts';

/** `key:generate`: writes a new secret into `.env`. Plugins derive their own secrets from it. */
export class KeyGenerate extends SecretCommand {
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

  protected readonly variable = 'APP_KEY';
  protected readonly bytes = 32;

  protected override exists(file: string): Error {
    return errors.E_KEY_EXISTS({ file });
  }
}
