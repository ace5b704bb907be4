import { formRequest } from '@taproot/validation';

/** The time for which a client books a room. */
export class BookRoom extends formRequest(
  { starts_at: 'required|date|after:now', ends_at: 'required|date|after:starts_at' },
  { filters: { starts_at: 'to_time', ends_at: 'to_time' } },
) {}
