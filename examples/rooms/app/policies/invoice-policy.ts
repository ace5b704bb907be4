import { type AuthUser, GateResponse, type Verdict } from '@taproot/auth';
import type { Invoice } from '../invoices/invoice.ts';

/** Users see their own invoices, managers all of them. */
export class InvoicePolicy {
  view(user: AuthUser, invoice: Invoice): Verdict {
    return user.id === invoice.user_id || user.role === 'manager' || GateResponse.denyAsNotFound();
  }
}
