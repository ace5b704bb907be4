import { type UploadedFile } from '@taproot/core';
import { didYouMean } from '@taproot/core/plugin';
import { readDimensionLimit } from '../files/dimension-limits.ts';
import { fileType, usualExtension, usualMime } from '../files/file-type.ts';
import { imageDimensions } from '../files/image-dimensions.ts';
import { encodings } from '../files/text-encoding.ts';
import { refuseOption } from '../rule/refuse-option.ts';
import { type Check, defineRule, type RuleDefinition } from '../rule/rule.ts';
import { filesOf } from '../values/records.ts';

const groups = [
  'png jpg gif webp tif bmp ico avif heic heif svg',
  'wav ogg flac mp3 m4a',
  'avi mov mp4 webm mkv',
  'pdf docx xlsx pptx odt ods odp epub',
  'gz 7z rar bz2 zip',
  'xml html json csv txt',
];

/** The extensions of types that are recognised by their content; a file is never of another, whatever it is called. */
export const knownExtensions: readonly string[] = groups.flatMap((group) => group.split(' '));

type FileTest = (file: UploadedFile) => Promise<boolean>;

/** Decides on one file, or on every file of a list; anything else fails. */
const everyFile =
  (test: FileTest): Check =>
  (value) => {
    const files = filesOf(value);
    return files !== null && Promise.all(files.map(test)).then((verdicts) => verdicts.every(Boolean));
  };

const listed = {
  parameters: { min: 1 },
  gives: 'file',
  placeholders: ({ parameters }) => ({ values: parameters.join(', ') }),
} satisfies Partial<RuleDefinition>;

const svg = 'image/svg+xml';

const images = new Set(
  'image/jpeg image/png image/gif image/bmp image/webp image/avif image/heic image/heif'.split(' '),
);

const file = defineRule({
  name: 'file',
  gives: 'file',
  parameters: { min: 0, max: 0 },
  compile: () => (value) => filesOf(value) !== null,
});

const image = defineRule({
  name: 'image',
  gives: 'file',
  parameters: { min: 0, max: 1 },
  compile: (call) => {
    const [option] = call.parameters;
    if (option !== undefined && option !== 'allow_svg') refuseOption(call, option, ['allow_svg']);
    // An SVG is a document that can hold scripts.
    const allowed = option === undefined ? images : new Set([...images, svg]);
    return everyFile(async (one) => (await fileType(one)).mimes.some((mime) => allowed.has(mime)));
  },
});

const mimes = defineRule({
  name: 'mimes',
  ...listed,
  compile: (call) => {
    const allowed = new Set(call.parameters.map(usualExtension));
    const unknown = [...allowed].find((extension) => !knownExtensions.includes(extension));
    if (unknown !== undefined) {
      const known = `there are ${knownExtensions.join(', ')}; "extensions" looks at the name of the file`;
      call.fail(`no file is ever recognised as "${unknown}": ${known}`, didYouMean(unknown, knownExtensions));
    }
    return everyFile(async (one) => (await fileType(one)).extensions.some((extension) => allowed.has(extension)));
  },
});

const mimetypes = defineRule({
  name: 'mimetypes',
  ...listed,
  compile: (call) => {
    const allowed = call.parameters.map(usualMime);
    const bad = allowed.find((mime) => !/^[\w.+-]+\/(?:[\w.+-]+|\*)$/.test(mime));
    if (bad !== undefined) call.fail(`"${bad}" is no media type such as image/png or image/*`);
    const fits = (mime: string): boolean => allowed.includes(mime) || allowed.includes(`${mime.split('/', 1)[0]}/*`);
    return everyFile(async (one) => (await fileType(one)).mimes.some(fits));
  },
});

const extensions = defineRule({
  name: 'extensions',
  ...listed,
  compile: (call) => {
    const allowed = new Set(call.parameters.map((extension) => extension.trim().toLowerCase().replace(/^\./, '')));
    return (value) => filesOf(value)?.every((one) => allowed.has(one.clientExtension())) === true;
  },
});

const dimensions = defineRule({
  name: 'dimensions',
  gives: 'file',
  parameters: { min: 1 },
  compile: (call) => {
    const tests = call.parameters.map((limit) => readDimensionLimit(limit, call.fail));
    // A drawing has no pixels: it is as large as it is shown.
    const takesDrawings = call.sibling('image')?.includes('allow_svg') === true;
    return everyFile(async (one) => {
      const size = await imageDimensions(one);
      if (size !== null) return tests.every((test) => test(size));
      return takesDrawings && (await fileType(one)).mimes.includes(svg);
    });
  },
});

const encoding = defineRule({
  name: 'encoding',
  ...listed,
  parameters: { min: 1, max: 1 },
  compile: (call) => {
    const [name = ''] = call.parameters;
    const wanted = encodings.get(name.trim().toLowerCase()) ?? refuseOption(call, name, [...encodings.keys()]);
    const files = everyFile((one) => wanted.file(one));
    return (value, scope) => (typeof value === 'string' ? wanted.text(value) : files(value, scope));
  },
});

/**
 * Rules on uploaded files, one or a list of them. Types are detected from the content; `extensions` uses the name that the
 * client gave. The size of an image comes from its header.
 */
export const fileRules: readonly RuleDefinition[] = [file, image, mimes, mimetypes, extensions, dimensions, encoding];
