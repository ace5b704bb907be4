import type { ResponseBody } from '@taproot/core/internal';
import { HeaderBag } from '../../../plugins/routing/src/response/header-bag.ts';
import { Reply } from '../../../plugins/routing/src/response/reply.ts';

/** A response of no context. */
export const reply = (status = 200, body: ResponseBody = null): Reply => new Reply(new HeaderBag(), status, body, '');
