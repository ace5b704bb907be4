import type { GeneratedName, Generator } from '@taproot/dev/generator';
import { viewsOf } from '../view-runtime.ts';

/** Layouts of starters, in the order in which they are looked for. */
const layouts = ['layouts/page', 'layouts/app', 'layouts/main'] as const;

const titleOf = ({ kebab }: GeneratedName): string =>
  `${kebab.slice(0, 1).toUpperCase()}${kebab.slice(1)}`.replaceAll('-', ' ');

const inLayout = (layout: string, title: string): string => `<% /* @props { name: string } */ %>
<% layout('${layout}', { title: '${title}' }) %>
<p>Hello <%= it.name %></p>
`;

const whole = (title: string): string => `<% /* @props { name: string } */ %>
<!doctype html>
<html lang="<%= locale %>">
  <head>
    <meta charset="utf-8">
    <title>${title}</title>
  </head>
  <body>
    <h1>${title}</h1>
    <p>Hello <%= it.name %></p>
  </body>
</html>
`;

/** `make:view`: writes a template, in the layout of the application if it has one. */
export const makeView: Generator = {
  kind: 'view',
  details:
    'It is written to the folder of the views. If there is a template `layouts/page`, `layouts/app` or `layouts/main`, the view uses the first of them.',
  examples: [['views/tickets/show.eta', 'npx taproot make:view tickets/show']],

  blueprint(name, { app }) {
    const layout = layouts.find((one) => viewsOf(app).engine.fileOf(one) !== null);
    const title = titleOf(name);
    return {
      files: [
        {
          path: `${app.config.views.folder}/${name.path}.eta`,
          text: layout === undefined ? whole(title) : inLayout(layout, title),
        },
      ],
      declares: [],
      claims: name.path,
      registration: null,
      next: [
        'Write the types of its props: npx taproot types',
        `Answer with it: ctx.response().view('${name.path}', { name })`,
      ],
    };
  },
};
