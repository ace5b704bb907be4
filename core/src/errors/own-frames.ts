import { frameworkFolders } from './author-frame.ts';

// A line of a stack that leads into Node, into the framework, into what databases are reached by, or into no file:
// `at Array.map (<anonymous>)`. Readers look for their own.
const internal = new RegExp(
  `(?:^|\\n) +at .*(?:\\bnode:|\\(<anonymous>\\)|[\\\\/]node_modules[\\\\/](?:@taproot|@libsql|kysely|libsql|tapable)[\\\\/]${frameworkFolders === null ? '' : `|${frameworkFolders}`}).*`,
  'g',
);

// An error with members has ` {` behind its last frame.
const keepBrace = (line: string): string => (line.endsWith(' {') ? ' {' : '');

/** A text that holds stacks, without their frames of Node, of the framework and of what databases are reached by. */
export const withoutInternalFrames = (text: string): string => text.replaceAll(internal, keepBrace).trimEnd();
