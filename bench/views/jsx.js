// Calls as the compiler makes them of JSX, without its file: <Layout title={title}>...</Layout>.
import { jsx } from 'hono/jsx';

/** @typedef {import('./tickets.js').Ticket} Ticket */

/** @returns {import('hono/jsx').JSX.Element} */
const Layout = (/** @type {{ title: string, children?: import('hono/jsx').Child }} */ { title, children }) =>
  jsx(
    'html',
    { lang: 'en' },
    jsx('head', {}, jsx('meta', { charset: 'utf-8' }), jsx('title', {}, title)),
    jsx(
      'body',
      {},
      jsx('nav', {}, jsx('a', { href: '/' }, 'Desk'), ' ', jsx('a', { href: '/tickets' }, 'Tickets')),
      jsx('main', {}, children),
    ),
  );

/** @returns {import('hono/jsx').JSX.Element} */
const Row = (/** @type {{ ticket: Ticket }} */ { ticket }) =>
  jsx(
    'tr',
    { class: ticket.isOpen ? 'open' : 'closed' },
    jsx('td', {}, jsx('a', { href: `/tickets/${ticket.id}` }, ticket.title)),
    jsx('td', {}, ticket.author),
    jsx('td', {}, ticket.isOpen ? jsx('b', {}, 'open') : 'closed'),
  );

/** The page as a component. */
export const TicketsPage = (/** @type {{ title: string, tickets: readonly Ticket[] }} */ { title, tickets }) =>
  jsx(Layout, { title }, jsx('h1', {}, title), jsx('table', {}, ...tickets.map((ticket) => jsx(Row, { ticket }))));
