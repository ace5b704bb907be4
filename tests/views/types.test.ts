import { mkdir } from 'node:fs/promises';
import { expect, test } from '@jest/globals';
import { consoleKernel } from '@taproot/console';
import { setup } from '@taproot/core';
import { routing } from '@taproot/routing';
import { views } from '@taproot/views';
import { Scratch } from '../docs/support/scratch.ts';

const templates = {
  'tickets/show': `<% /* @props {
  ticket: import('../../app/tickets.ts').Ticket;
  by: {
    name: string;
  };
} */ %><h1><%= it.ticket.title %></h1>`,
  'tickets/list': `<% /* @props { tickets: readonly string[]; page?: number } */ %><%= it.tickets %>`,
  undeclared: '<%= it.title %><%= it.note ?? null %>',
  home: '<p>Hello</p>',
};

const right = [
  `view('home')`,
  `view('tickets/list', { tickets: ['a'] })`,
  `view('tickets/list', { tickets: ['a'], page: 2 })`,
  `view('tickets/show', { ticket: { title: 'Tea' }, by: { name: 'Ada' } })`,
  `view('undeclared', { title: 7 })`,
];

const wrong = [
  [`view('tickets/list', { tickets: 'a' })`, "Type 'string' is not assignable to type 'readonly string[]'"],
  [`view('tickets/list', {})`, "Property 'tickets' is missing"],
  [`view('tickets/list')`, 'Expected 2 arguments'],
  [`view('tickets/list', { tickets: [], pgae: 2 })`, "'pgae' does not exist"],
  [`view('tickets/show', { ticket: { title: 7 }, by: { name: 'Ada' } })`, "Type 'number' is not assignable"],
  [`view('tickets/show', { ticket: { title: 'Tea' }, by: {} })`, "Property 'name' is missing"],
  [`view('undeclared', { note: 1 })`, "Property 'title' is missing"],
  [`view('tickets/shwo', {})`, '"tickets/shwo"'],
] as const;

const head = `import type { Context } from '@taproot/core';
import '@taproot/views';
export const made = (ctx: Context) => [
`;

test('the file of names lets only views with their props compile', async () => {
  const scratch = await Scratch.create();
  try {
    await scratch.write('app/tickets.ts', 'export interface Ticket {\n  readonly title: string;\n}\n');
    for (const [name, text] of Object.entries(templates)) await scratch.write(`views/${name}.eta`, text);
    const app = await setup(null, { basePath: scratch.folder, env: { APP_ENV: 'testing', NO_COLOR: '1' } })
      .withPlugins([consoleKernel(), routing(), views()])
      .create();
    await mkdir(scratch.path('types'), { recursive: true });
    expect(await app.facades.Console().call('types')).toMatchObject({ code: 0 });
    await app.close();
    const lines = [...right, ...wrong.map(([line]) => line)];
    await scratch.write('use.ts', `${head}${lines.map((line) => `  ctx.response().${line},\n`).join('')}];\n`);
    const output = await scratch.compile();
    const first = head.split('\n').length;
    const complaints = lines.map((_, at) =>
      output
        .split(/\n(?=\S)/)
        .filter((text) => text.startsWith(`use.ts(${first + at},`))
        .join('\n'),
    );
    expect(complaints.slice(0, right.length)).toEqual(right.map(() => ''));
    expect(complaints.slice(right.length)).toEqual(wrong.map(([, says]) => expect.stringContaining(says)));
    // Nothing else is wrong: not the file of names itself, either.
    expect(output.split(/\n(?=\S)/).filter((text) => /^\S+\(\d/.test(text) && !text.startsWith('use.ts('))).toEqual([]);
  } finally {
    await scratch.remove();
  }
}, 120_000);
