import type { Context } from '@taproot/core';
import { type Html, html, type Part } from './html.ts';

interface Field {
  readonly name: string;
  readonly label: string;
  readonly type?: 'text' | 'email' | 'password';
  /** What a password manager puts in. */
  readonly autocomplete: string;
  readonly value?: string;
  readonly hint?: string;
}

/** A field with its label, what was typed before, and why it was refused. */
export const field = (
  ctx: Context,
  { name, label, type = 'text', autocomplete, value = '', hint = '' }: Field,
): Html => {
  const session = ctx.request().session();
  const error = session.error(name);
  const described = [error !== '' && `${name}-error`, hint !== '' && `${name}-hint`].filter(Boolean).join(' ');
  return html`<div class="field">
    <label for="${name}">${label}</label>
    ${hint !== '' && html`<p class="hint" id="${name}-hint">${hint}</p>`}
    <input id="${name}" name="${name}" type="${type}" autocomplete="${autocomplete}" required
      value="${type === 'password' ? '' : session.old(name, value)}"
      ${described !== '' && html`aria-describedby="${described}"`} ${error !== '' && html`aria-invalid="true" autofocus`}>
    ${error !== '' && html`<p class="error" id="${name}-error">${error}</p>`}
  </div>`;
};

/** A form that is one button. */
export const button = (action: string, label: string, hidden: Readonly<Record<string, string>> = {}, kind = ''): Html =>
  html`<form method="post" action="${action}">
    ${Object.entries(hidden).map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`)}
    <button class="${kind}">${label}</button>
  </form>`;

/** A form with fields and its button. */
export const form = (action: string, label: string, ...fields: readonly Part[]): Html =>
  html`<form method="post" action="${action}" class="stack">${fields}<button>${label}</button></form>`;
