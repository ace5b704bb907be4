import { Command, SecretCommand } from '@taproot/console/command';
import { errors } from '../errors.ts';
import { isJwt } from '../guards/create-guard.ts';
import { hmacBytes } from '../tokens/jwt-keys.ts';

/** `jwt:secret` writes a secret that is only for tokens. Without it, the secret is derived from `APP_KEY`. */
export class JwtSecret extends SecretCommand {
  static override paths = [['jwt:secret']];

  static override usage = Command.Usage({
    details:
      '32 random bytes in base64, more where a guard has a longer HMAC. A secret that is there is kept, unless --force\n' +
      'is given: every token that was signed with it is refused from then on.',
    examples: [
      ['Into .env', 'npx taproot jwt:secret'],
      ['For a secret store', 'npx taproot jwt:secret --show'],
    ],
  });

  protected readonly variable = 'JWT_SECRET';

  protected get bytes(): number {
    const guards = Object.values(this.app.config.auth.guards).filter(isJwt);
    return Math.max(32, ...guards.map(({ algorithm }) => hmacBytes(algorithm)));
  }

  protected override exists(file: string): Error {
    return errors.E_JWT_SECRET_EXISTS({ file });
  }
}
