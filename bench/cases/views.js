// Real path: a page with a list. What renders it is a small part of most requests, and the largest of a site without an API.
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { setup } from '@taproot/core';
import { routing } from '@taproot/routing';
import { views } from '@taproot/views';
import { Edge } from 'edge.js';
import { Eta } from 'eta';
import { compareFunctions } from '../lib/compare-functions.js';
import { TicketsPage } from '../views/jsx.js';
import { props } from '../views/tickets.js';

export const about =
  'A page with a layout and 100 rows from kept templates: rows in the page, a partial for each, and JSX';

const folder = (/** @type {string} */ engine) => fileURLToPath(new URL(`../views/${engine}/`, import.meta.url));

/** What a browser shows: engines differ in blanks, in how they write quotes, and in end tags of empty elements. */
const shown = (/** @type {string} */ html) =>
  html
    .toLowerCase()
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/ ?(<[^>]*>) ?/g, '$1')
    .replaceAll(/&#(?:39|x27);/g, "'")
    .replaceAll('&quot;', '"')
    .replaceAll('/>', '>');

/** Eta by itself, whose names of kept templates begin with an @. */
const openEta = () => {
  const eta = new Eta();
  for (const name of ['layouts/app', 'tickets/index', 'tickets/parts', 'tickets/row']) {
    const source = readFileSync(`${folder('eta')}${name}.eta`, 'utf8');
    eta.loadTemplate(`@${name}`, source.replaceAll(/\b(layout|include)\('/g, "$1('@"));
  }
  return eta;
};

const openTaproot = () =>
  setup(null, { basePath: folder('eta'), env: { APP_ENV: 'production' } })
    .withPlugins([routing(), views({ folder: '.' })])
    .withRouting(() => undefined)
    .create();

/** @type {import('../lib/cases.js').Case['run']} */
export const run = async ({ functions }) => {
  const app = await openTaproot();
  try {
    const view = app.facades.View();
    const eta = openEta();
    const edge = Edge.create({ cache: true });
    edge.mount(new URL('../views/edge/', import.meta.url));
    const variants = ['index', 'parts'].flatMap((page) => {
      const work = page === 'index' ? 'rows' : 'partials';
      const name = `tickets/${page}`;
      return [
        // Awaited as the others are; a turn of the queue is nothing beside a page.
        { name: `${work}: eta`, call: async () => eta.render(`@${name}`, props) },
        { name: `${work}: edge.js`, against: `${work}: eta`, call: () => edge.render(name, props) },
        {
          name: `${work}: Taproot`,
          against: [`${work}: eta`, `${work}: edge.js`],
          call: () => view.make(name, props),
        },
      ];
    });
    const components = [
      {
        name: 'JSX: hono/jsx',
        against: 'rows: eta',
        call: async () => `<!DOCTYPE html>${await TicketsPage(props).toString()}`,
      },
      { name: 'JSX: Taproot', against: ['JSX: hono/jsx', 'rows: eta'], call: () => view.make(TicketsPage, props) },
    ];
    const compared = [...variants, ...components];
    const expected = shown(String(await compared[0]?.call()));
    for (const { name, call } of compared)
      if (shown(String(await call())) !== expected) throw new Error(`${name} makes another page: ${await call()}`);
    return await compareFunctions(compared, functions);
  } finally {
    await app.close();
  }
};
