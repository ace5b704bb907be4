import type { ResponseBody } from '@taproot/core/internal';
import { Reply } from '../../../plugins/routing/src/exchange/reply.ts';
import { HeaderBag } from '../../../plugins/routing/src/response/header-bag.ts';

/** A response of no context. */
export const reply = (status = 200, body: ResponseBody = null): Reply => new Reply(new HeaderBag(), status, body, '');
