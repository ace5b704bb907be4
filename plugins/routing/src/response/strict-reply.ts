import { errors } from '../errors.ts';
import { Reply } from './reply.ts';

/** For development: refuses to read a header where the author meant to set it, which would be lost in silence. */
export class StrictReply extends Reply {
  override header(name: string, ...value: readonly unknown[]): string | readonly string[] | undefined {
    if (value.length > 0) throw errors.E_RESPONSE_HEADER({ name });
    return super.header(name);
  }
}
