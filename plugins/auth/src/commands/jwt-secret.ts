import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { Command, EnvFile, Option } from '@taproot/console/command';
import { errors } from '../errors.ts';

/** `jwt:secret`: a secret of their own for the tokens, where `APP_KEY` is not to be what they come from. */
export class JwtSecret extends Command {
  static override paths = [['jwt:secret']];

  static override usage = Command.Usage({
    details:
      '32 random bytes in base64. A secret that is there is kept, unless --force is given: every token that was signed\n' +
      'with it is refused from then on.',
    examples: [
      ['Into .env', 'npx taproot jwt:secret'],
      ['For a secret store', 'npx taproot jwt:secret --show'],
    ],
  });

  show = Option.Boolean('--show', false, { description: 'Print the secret, write nothing' });
  force = Option.Boolean('-f,--force', false, { description: 'Replace a secret that is there' });

  override async execute(): Promise<void> {
    const secret = randomBytes(32).toString('base64');
    if (this.show) return this.line(secret);
    const file = EnvFile.read(join(this.context.root, '.env'));
    if (file.get('JWT_SECRET') !== '' && !this.force) throw errors.E_JWT_SECRET_EXISTS({ file: file.path });
    file.set('JWT_SECRET', secret).write();
    this.line(`JWT_SECRET written to ${file.path}`);
    if ((process.env['JWT_SECRET'] ?? '') !== '')
      this.line('The environment has a JWT_SECRET of its own, which wins over .env.');
  }
}
