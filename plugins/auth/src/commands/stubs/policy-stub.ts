/** The source of a policy. */
export const policyStub = (
  className: string,
  key: string,
): string => `import type { AuthUser, Verdict } from '@taproot/auth';

/** Who may do what. Each method is an ability, \`${key}.update\`; what is asked about comes behind the user. */
export class ${className} {
  // Guests may do nothing, unless a method is named here; their user is null then.
  // static guests = ['view'];

  update(_user: AuthUser): Verdict {
    return false;
  }
}
`;
