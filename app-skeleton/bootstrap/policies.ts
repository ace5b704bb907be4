import { PostPolicy } from '../app/policies/post-policy.ts';

/** Who may do what: each method of a policy is an ability, `<entry>.<method>`. */
export const policies = {
  post: PostPolicy,
};

declare module '@taproot/auth' {
  interface Policies extends Readonly<typeof policies> {}
}
