import type { Passkey, TwoFactorSetup } from '@taproot/account';
import type { AuthUser } from '@taproot/auth';
import type { Context } from '@taproot/core';
import { facades } from '../../facades.ts';
import { button, field, form } from './form.ts';
import { Html, html } from './html.ts';
import type { Page } from './layout.ts';

export interface AccountProps {
  readonly user: AuthUser;
  readonly twoFactor: boolean;
  readonly recoveryCodes: number;
  readonly passkeys: readonly Passkey[];
  readonly linked: readonly string[];
  readonly sessions: readonly { readonly id: string; readonly began: number; readonly touched: number }[];
}

const time = (date: Date): Html =>
  html`<time datetime="${date.toISOString()}">${date.toISOString().slice(0, 16).replace('T', ' ')} UTC</time>`;

const section = (title: string, ...body: readonly Html[]): Html => html`<section><h2>${title}</h2>${body}</section>`;

const twoFactorSection = ({ twoFactor, recoveryCodes }: AccountProps): Html =>
  section(
    'Two-factor login',
    twoFactor
      ? html`<p>It is on. You have ${recoveryCodes} recovery codes left.</p>
        <div class="row">${button('/account/recovery-codes', 'New recovery codes', {}, 'quiet')}
        ${button('/account/two-factor/off', 'Turn it off', {}, 'danger')}</div>`
      : html`<p>After your password, we ask for a code of your phone.</p><a class="button" href="/account/two-factor">Turn it on</a>`,
  );

const passkeySection = (ctx: Context, { passkeys }: AccountProps): Html =>
  section(
    'Passkeys',
    html`<p>Log in with your finger, your face or the PIN of your device.</p>
    <ul class="list">${passkeys.map(
      ({ id, name, createdAt }) =>
        html`<li><span>${name}, since ${time(createdAt)}</span>${button('/account/passkeys/remove', `Remove ${name}`, { id }, 'danger')}</li>`,
    )}</ul>
    <noscript><p>A new passkey needs JavaScript.</p></noscript>
    <form class="stack" data-passkey="create" hidden>
      ${field(ctx, { name: 'passkey', label: 'Name of the new passkey', autocomplete: 'off', value: 'My device' })}
      <button class="quiet">Add a passkey</button>
    </form>
    <p class="error" role="alert" data-passkey-error></p>`,
  );

const linkSection = ({ linked }: AccountProps): Html => {
  const providers = facades.Account().signIn.providers();
  if (providers.length === 0) return html``;
  return section(
    'Other sites',
    html`<ul class="list">${providers.map(
      ({ name, title }) =>
        html`<li><span>${title}</span>${
          linked.includes(name)
            ? button('/account/links/remove', `Remove ${title}`, { provider: name }, 'danger')
            : html`<a class="button" href="/account/links/${name}">Link ${title}</a>`
        }</li>`,
    )}</ul>`,
  );
};

const sessionSection = (ctx: Context, { sessions }: AccountProps): Html => {
  const current = ctx.request().session().id();
  return section(
    'Where you are logged in',
    html`<ul class="list">${sessions.map(({ id, began, touched }) => {
      const since = html`since ${time(new Date(began * 1000))}, last seen ${time(new Date(touched * 1000))}`;
      return id === current
        ? html`<li><span><strong>This browser</strong>, ${since}</span></li>`
        : html`<li><span>Another browser, ${since}</span>${button('/account/sessions/end', 'End', { id }, 'danger')}</li>`;
    })}</ul>
    ${sessions.length > 1 && button('/account/sessions/end', 'End all others', {}, 'danger')}`,
  );
};

/** The page of a user. */
export const account = (ctx: Context, props: AccountProps): Page => ({
  title: 'Your account',
  script: 'passkeys.js',
  body: html`
    ${section('Name', form('/account/name', 'Change the name', field(ctx, { name: 'name', label: 'Name', autocomplete: 'name', value: props.user.name })))}
    ${section('E-mail', form('/account/email', 'Change the e-mail', field(ctx, { name: 'email', label: 'E-mail', type: 'email', autocomplete: 'email', value: props.user.email })))}
    ${section('Password', form('/account/password', 'Change the password', field(ctx, { name: 'password', label: 'New password', type: 'password', autocomplete: 'new-password' })))}
    ${twoFactorSection(props)} ${passkeySection(ctx, props)} ${linkSection(props)} ${sessionSection(ctx, props)}
    ${section('Delete the account', html`<p>All your data goes. This cannot be undone.</p>`, button('/account/delete', 'Delete my account', {}, 'danger'))}`,
});

export const setUpTwoFactor = (ctx: Context, { secret, address, qr }: TwoFactorSetup): Page => ({
  title: 'Turn on two-factor login',
  body: html`<p>Scan this with an authenticator app. On your phone, <a href="${address}">open the app</a>.</p>
    <div class="qr" role="img" aria-label="QR code with the secret below">${new Html(qr)}</div>
    <p>Or type the secret: <code>${secret}</code></p>
    ${form('/account/two-factor', 'Turn it on', field(ctx, { name: 'code', label: 'Code', autocomplete: 'one-time-code', hint: 'The six digits that the app shows.' }))}`,
});

export const recoveryCodes = (codes: readonly string[]): Page => ({
  title: 'Your recovery codes',
  body: html`<p>Print them or keep them in a password manager. Each logs you in once, if you lose your phone. We cannot show them again.</p>
    <ul class="codes">${codes.map((code) => html`<li><code>${code}</code></li>`)}</ul>
    <p><a class="button" href="/account">I have kept them</a></p>`,
});

export const confirmEmail = (token: string, email: string): Page => ({
  title: 'Confirm your address',
  body: html`<p>From now on, your account has the address ${email}.</p>${button(`/email/${token}`, 'Confirm')}`,
});

export const linkProvider = (title: string, url: string): Page => ({
  title: `Link ${title}`,
  body: html`<p>You can then log in with ${title}.</p><p><a class="button" href="${url}">Continue to ${title}</a></p>`,
});
