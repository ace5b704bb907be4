import { pageRules } from '@taproot/database';
import { defineRules } from '@taproot/validation';

export const sortedBy = ['name', 'seats', 'price'] as const;

/** Which rooms a client asks for. */
export const listRooms = defineRules({ ...pageRules({ sort: sortedBy, max: 50 }), seats: 'integer|min:1' });
