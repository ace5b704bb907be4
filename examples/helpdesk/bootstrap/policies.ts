import { OrganisationPolicy } from '../app/policies/organisation-policy.ts';
import { TicketPolicy } from '../app/policies/ticket-policy.ts';

/** Who may do what: each method of a policy is an ability, `<entry>.<method>`. */
export const policies = { organisation: OrganisationPolicy, ticket: TicketPolicy };

declare module '@taproot/auth' {
  interface Policies extends Readonly<typeof policies> {}
}
