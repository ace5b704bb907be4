import type { MessageSources } from './message-sources.ts';

/** The language messages are in: those given with the rules in that of the request, the built-in ones in English. */
export const languageOf = ({
  messages,
  translator,
  locale,
}: Pick<MessageSources, 'messages' | 'translator' | 'locale'>) =>
  messages === null ? (translator?.localeOf('validation.required', locale) ?? 'en') : locale;
