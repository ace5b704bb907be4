import { errors } from '../errors.ts';
import { Reply } from './reply.ts';

/**
 * For development: refuses `header(name, value)` on a finished response, which only reads, so that the value would silently be
 * lost.
 */
export class StrictReply extends Reply {
  override header(name: string, ...value: readonly unknown[]): string | readonly string[] | undefined {
    if (value.length > 0) throw errors.E_RESPONSE_HEADER({ name });
    return super.header(name);
  }
}
