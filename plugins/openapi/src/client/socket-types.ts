import { generatedBy } from '../generated-by.ts';
import type { JsonObject } from '../json.ts';
import { textOf } from './schema-node.ts';
import { docComment, memberName, typeNames } from './type-names.ts';
import { type TypeStyle, typeText } from './type-text.ts';

/** The data of a message, by the name of its event. */
export interface TypedEvent {
  readonly event: string;
  readonly description: string;
  readonly data: JsonObject;
}

/** A socket for clients: the messages that it declares. */
export interface TypedSocket {
  /** The name of its route. */
  readonly name: string;
  readonly summary: string;
  readonly receives: readonly TypedEvent[];
  readonly sends: readonly TypedEvent[];
}

/** The sockets of a document, and the schemas of the types that they name. */
export interface TypedSockets {
  readonly title: string;
  readonly all: readonly TypedSocket[];
  readonly schemas: Readonly<Record<string, JsonObject>>;
}

/** `sockets.d.ts`: the types of sockets for `connect()` of `@taproot/client/socket`. It imports nothing. */
export const socketTypes = ({ title, all, schemas }: TypedSockets): string => {
  const names = typeNames(['Sockets', ...Object.keys(schemas)]);
  const style = (input: boolean): TypeStyle => ({ names, input, isDate: () => false });
  const models = Object.entries(schemas).map(
    ([name, schema]) =>
      `${docComment(textOf(schema['description']), '')}export type ${names.get(name) ?? name} = ${typeText(schema, style(false))};\n`,
  );
  const events = (way: string, of: readonly TypedEvent[]): string => {
    const members = of.map(
      ({ event, description, data }) =>
        `${docComment(description, '        ')}        ${memberName(event)}: ${typeText(data, style(way === 'receives'), '        ')};\n`,
    );
    return `      readonly ${way}: {\n${members.join('')}      };\n`;
  };
  const sockets = all.map(
    ({ name, summary, receives, sends }) =>
      `${docComment(summary === name ? '' : summary, '  ')}  ${memberName(name)}: {\n    readonly '~types'?: {\n${events('receives', receives)}${events('sends', sends)}    };\n  };\n`,
  );
  return [
    `${generatedBy} from the sockets of ${title.replaceAll(/\s+/g, ' ')}. Do not edit.\n`,
    ...models,
    `/** The messages of the sockets, by the names of their routes: \`connect<Sockets[name]>(address)\`. */\nexport interface ${names.get('Sockets') ?? 'Sockets'} {\n${sockets.join('')}}\n`,
  ].join('\n');
};
