import type { Provider } from '@taproot/account';
import type { Context } from '@taproot/core';
import { facades } from '../../facades.ts';
import { field, form } from './form.ts';
import { type Html, html } from './html.ts';
import type { Page } from './layout.ts';

const email = (ctx: Context): Html =>
  field(ctx, { name: 'email', label: 'E-mail', type: 'email', autocomplete: 'username' });

const newPassword = (ctx: Context): Html =>
  field(ctx, {
    name: 'password',
    label: 'New password',
    type: 'password',
    autocomplete: 'new-password',
    hint: 'At least 10 characters. A sentence is easy to remember.',
  });

const providers = (): Html => {
  const all: readonly Provider[] = facades.Account().signIn.providers();
  return html`${all.map(({ name, title }) => html`<a class="button" href="/sign-in/${name}">Continue with ${title}</a>`)}`;
};

/** The pages for guests. */
export const home = (): Page => ({
  title: 'Welcome',
  body: html`<p>This page is yours: it is in <code>app/http/pages/entrance.ts</code>.</p>`,
});

export const register = (ctx: Context): Page => ({
  title: 'Create an account',
  body: html`${form(
    '/register',
    'Send me a link',
    field(ctx, { name: 'name', label: 'Name', autocomplete: 'name' }),
    email(ctx),
  )}
  <div class="stack">${providers()}</div>
  <p>You have an account? <a href="/login">Log in</a></p>`,
});

export const finishRegistration = (ctx: Context, token: string, address: string): Page => ({
  title: 'Choose a password',
  body: form(
    `/register/${token}`,
    'Create the account',
    // Password managers keep the name beside the password.
    html`<p>For ${address}</p><input type="hidden" name="username" autocomplete="username" value="${address}">`,
    newPassword(ctx),
  ),
});

export const login = (ctx: Context): Page => ({
  title: 'Log in',
  script: 'passkeys.js',
  body: html`${form(
    '/login',
    'Log in',
    email(ctx),
    field(ctx, { name: 'password', label: 'Password', type: 'password', autocomplete: 'current-password' }),
    html`<label class="check"><input type="checkbox" name="remember" value="1"> Stay logged in on this device</label>`,
  )}
  <div class="stack">
    <button type="button" class="quiet" data-passkey="login" hidden>Log in with a passkey</button>
    <p class="error" role="alert" data-passkey-error></p>
    ${providers()}
  </div>
  <p><a href="/forgot-password">Forgot your password?</a></p>
  <p>No account yet? <a href="/register">Create one</a></p>`,
});

export const twoFactor = (ctx: Context): Page => ({
  title: 'Enter your code',
  body: form(
    '/two-factor',
    'Log in',
    field(ctx, {
      name: 'code',
      label: 'Code',
      autocomplete: 'one-time-code',
      hint: 'Six digits from your authenticator app, or one of your recovery codes.',
    }),
  ),
});

export const forgotPassword = (ctx: Context): Page => ({
  title: 'Choose a new password',
  body: html`<p>We send a link to your address.</p>${form('/forgot-password', 'Send me a link', email(ctx))}`,
});

export const resetPassword = (ctx: Context, token: string): Page => ({
  title: 'Choose a new password',
  body: form(`/reset-password/${token}`, 'Change the password', newPassword(ctx)),
});

export const confirm = (ctx: Context, hasPassword: boolean): Page => ({
  title: 'Confirm that it is you',
  script: 'passkeys.js',
  body: html`<p>This part of your account needs a proof, because your device may be in other hands.</p>
  ${
    hasPassword
      ? form(
          '/confirm',
          'Confirm',
          field(ctx, { name: 'password', label: 'Password', type: 'password', autocomplete: 'current-password' }),
        )
      : html`<p>You have no password. Log out, and log in again.</p>`
  }
  <div class="stack">
    <button type="button" class="quiet" data-passkey="login" hidden>Use a passkey</button>
    <p class="error" role="alert" data-passkey-error></p>
  </div>`,
});

export const badLink = (): Page => ({
  title: 'This link does not work',
  status: 410,
  body: html`<p>It was used already, or it is too old.</p><p><a href="/login">Log in</a> or <a href="/forgot-password">ask for a new link</a></p>`,
});
