import type { Context, Response } from '@taproot/core';
import { facades } from '../../facades.ts';
import { type Html, html } from './html.ts';

/** A page: its title, and what is in it. `script` names one of the assets. */
export interface Page {
  readonly title: string;
  readonly body: Html;
  readonly script?: string;
  readonly status?: number;
}

const navigation = (name: string | null): Html =>
  name === null
    ? html`<a href="/login">Log in</a> <a href="/register">Register</a>`
    : html`<a href="/account">${name}</a>
        <form method="post" action="/logout"><button class="link">Log out</button></form>`;

/** Sends a page in the frame that all pages share. */
export const show = async (ctx: Context, { title, body, script, status = 200 }: Page): Promise<Response> => {
  const user = await facades.Auth(ctx).user();
  const message = ctx.request().session().get('status');
  const { name } = facades.App().config.app;
  const page = html`<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <title>${title} · ${name}</title>
    <link rel="icon" href="/favicon.svg">
    <link rel="stylesheet" href="/assets/style.css">
    ${script !== undefined && html`<script type="module" src="/assets/${script}"></script>`}
  </head>
  <body>
    <a class="skip" href="#content">Skip to the content</a>
    <header>
      <a class="brand" href="/">${name}</a>
      <nav aria-label="Account">${navigation(user?.name ?? null)}</nav>
    </header>
    <main id="content">
      ${message !== null && html`<p class="status" role="status">${message}</p>`}
      <h1>${title}</h1>
      ${body}
    </main>
  </body>
</html>`;
  // No cache and no "back" of the next person at this device may show it.
  return ctx.response().header('Cache-Control', 'no-store').html(status, page.text);
};
