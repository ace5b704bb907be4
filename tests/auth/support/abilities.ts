import type { PostPolicy } from './post-policy.ts';

export interface Post {
  readonly id: number;
  readonly author: number;
}

declare module '@taproot/auth' {
  interface Abilities {
    'update-post': { post: Post };
    'see-reports': undefined;
    /** Those of tests about what a callback may do. */
    [test: `test:${string}`]: undefined;
  }
  interface Policies {
    post: typeof PostPolicy;
  }
}
