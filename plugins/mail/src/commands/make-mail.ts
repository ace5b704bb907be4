import type { GeneratedName, Generator } from '@taproot/dev/generator';

const stub = ({ camel, kebab }: GeneratedName, part: string): string => `import { mail } from '@taproot/mail';

/** \`await facades.Mail().send(${camel}({ email: 'ada@example.com', name: 'Ada' }))\` */
export const ${camel} = (user: { readonly email: string; readonly name: string }) =>
  mail({
    name: '${kebab}',
    to: { name: user.name, address: user.email },
    subject: \`Hello \${user.name}\`,
    ${part},
  });
`;

const page = `<% /* @props { name: string } */ %>
<!doctype html>
<html lang="<%= locale %>">
  <body>
    <h1>Hello <%= it.name %></h1>
    <p>Good to have you here.</p>
  </body>
</html>
`;

const text = 'text: `Hello ${user.name},\\n\\ngood to have you here.\\n`';

/** `make:mail`: writes a mail, with a view if the application has views. */
export const makeMail: Generator = {
  kind: 'mail',
  details: 'It is written to app/mails, and its view, if the application has views(), to views/mails.',
  examples: [['app/mails/order-shipped.ts', 'npx taproot make:mail OrderShipped']],

  blueprint(name, { app }) {
    const path = `app/mails/${name.path}.ts`;
    const view = `mails/${name.path}`;
    const hasViews = app.provided('pages') !== null;
    const part = `view: { name: '${view}', props: { name: user.name } }`;
    return {
      files: [
        { path, text: stub(name, hasViews ? part : text) },
        ...(hasViews ? [{ path: `views/${view}.eta`, text: page }] : []),
      ],
      declares: [name.camel],
      claims: name.kebab,
      registration: null,
      next: [
        ...(hasViews ? ['Write the types of its view: npx taproot types'] : []),
        `Send it: await facades.Mail().send(${name.camel}({ email, name }))`,
      ],
    };
  },
};
