import type { Profile } from '@taproot/account';
import type { Context, Response } from '@taproot/core';
import { facades } from '../../facades.ts';
import { sendLink } from '../../mails/account-mails.ts';
import { afterFirstFactor, currentUser } from '../../users/log-in.ts';
import { createUser, findUser } from '../../users/users.ts';

const back = (ctx: Context, page: '/login' | '/account', message: string): Response => {
  ctx.request().session().flash('status', message);
  return ctx.response().redirect(303, page);
};

/** Begins at a provider; the address to which the browser goes. Null when the provider does not answer. */
const begin = async (ctx: Context, linkTo: string | null): Promise<string | null> => {
  const provider = ctx.request().route('provider');
  const begun = await facades.Account().signIn.begin(ctx, provider, `/sign-in/${provider}/callback`);
  if (begun === null) return null;
  ctx
    .request()
    .session()
    .put('pendingSignIn', { ...begun.pending, linkTo });
  return begun.url;
};

const titleOf = (name: string): string =>
  facades
    .Account()
    .signIn.providers()
    .find((provider) => provider.name === name)?.title ?? name;

/** Signing in with another site. */
export class SignInController {
  async begin(ctx: Context): Promise<Response> {
    const url = await begin(ctx, null);
    if (url === null) return back(ctx, '/login', 'That site does not answer. Try again later.');
    return ctx.response().redirectAway(303, url);
  }

  async callback(ctx: Context): Promise<Response> {
    const pending = ctx.request().session().pull('pendingSignIn');
    const provider = ctx.request().route('provider');
    const profile = await facades.Account().signIn.finish(ctx, provider, pending);
    const linkTo = pending?.linkTo ?? null;
    if (profile === null)
      return back(
        ctx,
        linkTo === null ? '/login' : '/account',
        `${titleOf(provider)} did not say who you are. Try again.`,
      );
    return linkTo === null ? signIn(ctx, profile) : link(ctx, profile, linkTo);
  }

  /** A page with a link, so that no other site can make a browser link an account. */
  async showLink(ctx: Context): Promise<Response> {
    const url = await begin(ctx, String((await currentUser(ctx)).id));
    if (url === null) return back(ctx, '/account', 'That site does not answer. Try again later.');
    return ctx.response().view('account/link', { provider: titleOf(ctx.request().route('provider')), address: url });
  }

  async unlink(ctx: Context): Promise<Response> {
    await ctx.request().body();
    await facades.Account().signIn.unlink((await currentUser(ctx)).id, ctx.request().input('provider'));
    return back(ctx, '/account', 'The link is removed.');
  }
}

const link = async (ctx: Context, profile: Profile, user: string): Promise<Response> => {
  const title = titleOf(profile.provider);
  // Somebody else may have logged in to this browser in the meantime.
  const isLinked = (await facades.Auth(ctx).id()) === user && (await facades.Account().signIn.link(user, profile));
  return back(ctx, '/account', isLinked ? `${title} is linked.` : `This account of ${title} belongs to somebody else.`);
};

/** An address alone never opens an account: it counts only once its owner has opened a link in a mail, or the provider has checked it and nobody has it. */
const signIn = async (ctx: Context, profile: Profile): Promise<Response> => {
  const { email, emailVerified, name, provider, subject } = profile;
  const known = await facades.Account().signIn.userOf(profile);
  const user = known === null ? undefined : await findUser({ id: Number(known) });
  if (user !== undefined) return afterFirstFactor(ctx, user);
  if (email === null)
    return back(ctx, '/login', `${titleOf(provider)} did not say your e-mail. Create an account first.`);
  if (!emailVerified) {
    await sendLink(ctx, email, { name, link: { provider, subject }, wants: 'account' });
    return back(ctx, '/login', `We have sent a mail to ${email}. Open the link in it.`);
  }
  if ((await findUser({ email })) !== undefined)
    return back(
      ctx,
      '/login',
      `You have an account. Log in, and link ${titleOf(provider)} on the page of your account.`,
    );
  const created = await createUser(name || email, email, null);
  await facades.Account().signIn.link(created.id, profile);
  return afterFirstFactor(ctx, created);
};
