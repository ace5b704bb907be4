import { listTags } from '../../models/articles.ts';

export const tags = {
  index: async () => ({ tags: await listTags() }),
};
