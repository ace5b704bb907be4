import type { Context } from '@taproot/core';
import { listTags } from '../../models/articles.ts';

export const tags = {
  index: async (ctx: Context) => {
    return ctx.response().json(200, { tags: await listTags() });
  },
};
