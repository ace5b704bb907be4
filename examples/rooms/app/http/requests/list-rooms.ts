import { pageRules } from '@taproot/database';
import { defineRules } from '@taproot/validation';

export const sortedBy = ['name', 'seats', 'price'] as const;

/** The filters, the order and the page of a list of rooms. */
export const listRooms = defineRules({ ...pageRules({ sort: sortedBy, max: 50 }), seats: 'integer|min:1' });
