import { formRequest } from '@taproot/validation';

/** When a room is asked for. */
export class BookRoom extends formRequest(
  { starts_at: 'required|date|after:now', ends_at: 'required|date|after:starts_at' },
  { filters: { starts_at: 'to_time', ends_at: 'to_time' } },
) {}
