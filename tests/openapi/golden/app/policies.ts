import type {} from '../../../auth/support/abilities.ts';
import { PostPolicy } from '../../../auth/support/post-policy.ts';

export const policies = { post: PostPolicy };
