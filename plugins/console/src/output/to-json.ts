const controls = /[\u007f-\u009f]/gu;

const escape = (character: string): string => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;

/** A value as JSON text for a terminal. JSON escapes the lower control characters by itself; the upper ones move cursors as well. */
export const toJson = (value: unknown): string => JSON.stringify(value, null, 2).replace(controls, escape);
