// What every server of the case `session` does alike: it reads the id of a user from the session, and answers with the user.
export const secret = 'q8Zt3VnYw6Rk1LmXp9Cs4HdJ7gFb2Ne5q8Zt3VnYw6Rk1LmXp9Cs4HdJ7gFb2Ne5';

/** Users at hand, so that what is measured is the session and no database. */
export const users = new Map(Array.from({ length: 1000 }, (_, id) => [id, { id, email: `user-${id}@example.com` }]));

/** What a login keeps. */
export const kept = { user: 42, cart: [1, 2, 3] };

export const reply = JSON.stringify(users.get(42));
