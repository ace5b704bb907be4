import { PostPolicy } from '../../../auth/support/post-policy.ts';

export const policies = { post: PostPolicy };
