import type { RuleSchema, RuleSchemas, RuleUse } from '../../rules/rule-schema.ts';

/** The media type of uploads for each extension. */
const mediaTypes: Readonly<Record<string, string>> = {
  png: 'image/png',
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  gif: 'image/gif',
  webp: 'image/webp',
  bmp: 'image/bmp',
  svg: 'image/svg+xml',
  avif: 'image/avif',
  heic: 'image/heic',
  pdf: 'application/pdf',
  zip: 'application/zip',
  mp3: 'audio/mpeg',
  mp4: 'video/mp4',
  csv: 'text/csv',
  txt: 'text/plain',
  json: 'application/json',
  xml: 'application/xml',
};

const any = '*/*';

const file = (beyond: string, files: (use: RuleUse) => readonly string[]): RuleSchema => ({
  exactness: 'inexact',
  beyond,
  value: () => ({}),
  files,
});

const named = ({ parameters, note }: RuleUse): readonly string[] => {
  note(`A file of the type ${parameters.join(', ')}.`);
  const types = parameters.map((extension) => mediaTypes[extension.trim().toLowerCase().replace(/^\./, '')]);
  return types.every((type) => type !== undefined) ? [...new Set(types)] : [];
};

/** Rules on uploaded files. A schema cannot describe their content. */
export const fileSchemas: RuleSchemas = {
  file: file('nothing: any file is taken', () => []),
  image: file('files that are not images', ({ parameters, note }) => {
    note(parameters.includes('allow_svg') ? 'An image, or an SVG.' : 'An image.');
    return ['image/*'];
  }),
  mimes: file('files of other types', named),
  mimetypes: file('files of other types', ({ parameters }) => parameters.filter((type) => type !== any)),
  extensions: file('files of other names', ({ parameters, note }) => {
    note(`The name ends in ${parameters.join(', ')}.`);
    return [];
  }),
  dimensions: file('images of other dimensions', ({ parameters, note }) => {
    note(`The image has the dimensions ${parameters.join(', ')}.`);
    return [];
  }),
  encoding: {
    exactness: 'none',
    beyond: 'every value',
    value: ({ parameters: [name = ''], note }) => {
      note(`Encoded as ${name}.`);
      return {};
    },
  },
};
