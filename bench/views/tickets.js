/**
 * @typedef {object} Ticket
 * @property {number} id
 * @property {string} title
 * @property {string} author
 * @property {boolean} isOpen
 */

const titles = ['The printer is on fire', 'Tea & cake are missing', 'Where is "Settings"?', 'Sum is < 0'];
const authors = ['Ada Lovelace', 'Grace Hopper', "Mary O'Neill"];

/** The props of a page with a list of a hundred rows. */
export const props = {
  title: 'Tickets & answers',
  tickets: Array.from({ length: 100 }, (_, id) => ({
    id,
    title: titles[id % titles.length] ?? '',
    author: authors[id % authors.length] ?? '',
    isOpen: id % 4 === 0,
  })),
};
