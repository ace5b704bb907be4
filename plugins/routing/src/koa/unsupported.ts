import { errors } from '../errors.ts';

/** The error for a member of Koa that cannot work here. */
export const unsupported = (member: string, reason: string): Error => errors.E_KOA_UNSUPPORTED({ member, reason });
