// What every server of the case `post` does alike.

/** The one origin whose pages may read the reply. */
export const origin = 'https://shop.example.com';

/** A limit that no run reaches, by address. */
export const pointsPerMinute = 1_000_000_000;

/** What is answered to a valid record. */
export const replyTo = (/** @type {{ readonly name?: unknown, readonly tags?: unknown }} */ { name, tags }) => ({
  name,
  tags: Array.isArray(tags) ? tags.length : 0,
});
