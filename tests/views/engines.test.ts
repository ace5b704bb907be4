import { describe, expect, test } from '@jest/globals';
import type { Page } from '@taproot/views';
import { vite } from '@taproot/vite';
import { jsx } from 'hono/jsx';
import { addresses, decoded, texts } from './payloads.ts';
import { errorOf, site } from './support.ts';

// By a name that the compiler does not follow: the types of Preact bring those of browsers into all tests.
const load = (name: string): Promise<unknown> => import(name);
const { h } = (await load('preact')) as {
  readonly h: (tag: string, props: object, ...children: readonly unknown[]) => unknown;
};
const { renderToString } = (await load('preact-render-to-string')) as {
  readonly renderToString: (node: unknown) => string;
};

const payloads = [...texts, ...addresses];

/** Elements of one engine; null leaves them to `toString()`. */
interface Engine {
  readonly element: (tag: string, props: Readonly<Record<string, unknown>>, ...children: readonly unknown[]) => unknown;
  readonly render: ((node: never) => string) | null;
}

const engines: Readonly<Record<string, Engine>> = {
  'hono/jsx': { element: (tag, props, ...children) => jsx(tag, props, ...(children as never[])), render: null },
  Preact: { element: (tag, props, ...children) => h(tag, props, ...children), render: renderToString },
};

/** A value in every field that a page can have, as template and as component. */
const template =
  '<main title="<%= it.v %>"><p><%= it.v %></p><title><%= it.v %></title><textarea><%= it.v %></textarea><option value="<%= it.v %>"><%= it.v %></option><b data-v="<%= it.v %>" aria-label="<%= it.v %>"></b></main>';

const component =
  ({ element }: Engine) =>
  ({ v }: { readonly v: string }) =>
    element(
      'main',
      { title: v },
      element('p', {}, v),
      element('title', {}, v),
      element('textarea', {}, v),
      element('option', { value: v }, v),
      element('b', { 'data-v': v, 'aria-label': v }),
    );

/** The eight fields of the page. Anything else than a sign that ends a field is a part of its value. */
const fields =
  /^<main title="([^"]*)"><p>([^<]*)<\/p><title>([^<]*)<\/title><textarea>([^<]*)<\/textarea><option value="([^"]*)">([^<]*)<\/option><b data-v="([^"]*)" aria-label="([^"]*)"><\/b><\/main>$/;

test('there are a hundred of them', () => {
  expect(new Set(payloads).size).toBeGreaterThanOrEqual(100);
});

describe('a hostile value in every field', () => {
  test('of a template stays the value', async () => {
    const { view } = await site({ page: template });
    for (const v of payloads)
      expect(
        fields
          .exec(await view.make('page', { v }))
          ?.slice(1)
          .map(decoded),
      ).toEqual(Array(8).fill(v));
  });

  test.each(Object.entries(engines))('of a component of %s stays the value', async (_name, engine) => {
    const { view } = await site({}, undefined, { views: { render: engine.render } });
    const Shown = component(engine);
    for (const v of payloads) {
      const page = await view.make(Shown, { v });
      expect(page).toMatch(/^<!DOCTYPE html>/);
      const read = fields.exec(page.slice('<!DOCTYPE html>'.length));
      expect(read?.slice(1).map(decoded)).toEqual(Array(8).fill(v));
    }
  });

  test('of a partial, a slot, a block and a layout stays the value', async () => {
    const { view } = await site({
      layout: '<title><%= it.title %></title><%~ it.body %><%~ block("foot") %>',
      card: '<i title="<%= it.v %>"><%= it.inside %></i>',
      page: '<% layout("layout", { title: it.v }) %><% block("foot", () => { %><u><%= it.v %></u><% }) %><%~ include("card", { inside: it.v }) %>',
    });
    const read = /^<title>([^<]*)<\/title><i title="([^"]*)">([^<]*)<\/i><u>([^<]*)<\/u>$/;
    for (const v of payloads)
      expect(
        read
          .exec(await view.make('page', { v }))
          ?.slice(1)
          .map(decoded),
      ).toEqual(Array(4).fill(v));
  });

  test.each(Object.entries(engines))('of the elements of Vite stays in its attribute, in %s', async (_name, engine) => {
    const hostile = payloads.filter((text) => !text.includes('\0'));
    const manifest = Object.fromEntries(hostile.map((file, at) => [`a${at}.ts`, { file, isEntry: true }]));
    const { view } = await site({ page: '<%= vite(it.entry) %>' }, undefined, {
      plugins: [vite()],
      views: { render: engine.render },
      env: { APP_ENV: 'production' },
      files: { 'public/assets/.vite/manifest.json': JSON.stringify(manifest) },
    });
    const Head = ({ entry }: { readonly entry: string }, page: Page) =>
      engine.element('head', {}, ...page.viteTags(entry).map(({ tag, props }) => engine.element(tag, { ...props })));
    for (const [at, file] of hostile.entries()) {
      const own = await view.make('page', { entry: `a${at}.ts` });
      const theirs = await view.make(Head, { entry: `a${at}.ts` });
      for (const html of [own, theirs.slice('<!DOCTYPE html><head>'.length, -'</head>'.length)]) {
        const source = /^<script type="module" src="([^"]*)"><\/script>$/.exec(html)?.[1];
        expect(decoded(source ?? '')).toBe(`/assets/${file}`);
      }
    }
  });
});

test('an error of a component has the place that its author wrote', async () => {
  const { view } = await site({});
  const Broken = ({ ticket }: { readonly ticket: { readonly title: string } | null }) =>
    jsx('p', {}, (ticket as { readonly title: string }).title);
  const error = await errorOf(view.make(Broken, { ticket: null }));
  expect(error.stack).toContain('engines.test.ts');
  expect((await errorOf(view.make(() => 'text', {}))).message).toContain('must return JSX');
});
