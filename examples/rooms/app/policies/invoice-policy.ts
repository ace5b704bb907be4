import { type AuthUser, GateResponse, type Verdict } from '@taproot/auth';
import type { Invoice } from '../invoices/invoice.ts';

/** An invoice is its user's, and managers see it. */
export class InvoicePolicy {
  view(user: AuthUser, invoice: Invoice): Verdict {
    return user.id === invoice.user_id || user.role === 'manager' || GateResponse.denyAsNotFound();
  }
}
