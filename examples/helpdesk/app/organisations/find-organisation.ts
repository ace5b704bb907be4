import { facades } from '../facades.ts';
import type { Organisation } from './organisation.ts';

/** The organisation with this id. */
export const findOrganisation = (id: number): Promise<Organisation> =>
  facades.DB().selectFrom('organisations').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
