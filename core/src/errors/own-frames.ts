import { frameworkFolders } from './author-frame.ts';

// A line of a stack that leads into Node or into the framework. Readers look for their own.
const internal = new RegExp(
  `^ +at .*(?:\\bnode:|[\\\\/]node_modules[\\\\/](?:@taproot|tapable)[\\\\/]${frameworkFolders === null ? '' : `|${frameworkFolders}`}).*\\n?`,
  'gm',
);

/** A text that holds stacks, without their frames of Node and of the framework. */
export const withoutInternalFrames = (text: string): string => text.replaceAll(internal, '').trimEnd();
