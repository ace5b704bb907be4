import { type Context, NotFoundError } from '@taproot/core';
import { findProfile, follow, unfollow } from '../../models/profiles.ts';
import { readerOf } from '../reader.ts';

type ByName = Context<'username'>;

const profileOf = async (ctx: ByName) => {
  const found = await findProfile(await readerOf(ctx), ctx.request().route('username'));
  if (found === undefined) throw new NotFoundError('profile');
  return found;
};

export const profiles = {
  show: async (ctx: ByName) => {
    const { profile } = await profileOf(ctx);
    return { profile };
  },

  follow: async (ctx: ByName) => {
    const { id, profile } = await profileOf(ctx);
    await follow(await readerOf(ctx), id);
    return { profile: { ...profile, following: true } };
  },

  unfollow: async (ctx: ByName) => {
    const { id, profile } = await profileOf(ctx);
    await unfollow(await readerOf(ctx), id);
    return { profile: { ...profile, following: false } };
  },
};
