import { definePlugin } from '@taproot/core/plugin';
import { PostStore } from '../posts/post-store.ts';

/** The `posts` configuration; its file is config/posts.ts. */
export interface PostsConfig {
  attachments: string;
}

// Tells TypeScript what the plugin adds: the types of `facades.Posts()` and `config.posts`.
declare module '@taproot/core' {
  interface Facades {
    /** The posts of this application. */
    Posts(): PostStore;
  }
  interface ConfigFiles {
    posts: PostsConfig;
  }
}

/** Your own plugin, with a facade and its configuration. */
export const posts = () =>
  definePlugin({
    name: 'posts',
    config: { posts: { attachments: 'storage/attachments' } },
    facades: { Posts: () => new PostStore() },
  });
