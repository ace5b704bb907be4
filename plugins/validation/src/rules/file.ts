import { type UploadedFile } from '@taproot/core';
import { didYouMean } from '@taproot/core/plugin';
import { fileType, usualExtension, usualMime } from '../files/file-type.ts';
import { imageDimensions } from '../files/image-dimensions.ts';
import type { Dimensions } from '../files/largest.ts';
import { encodings } from '../files/text-encoding.ts';
import { filesOf } from '../values/records.ts';
import { type Check, defineRule, type RuleCall, type RuleDefinition, refuseOption } from './definition.ts';

const groups = [
  'png jpg gif webp tif bmp ico avif heic heif svg',
  'wav ogg flac mp3 m4a',
  'avi mov mp4 webm mkv',
  'pdf docx xlsx pptx odt ods odp epub',
  'gz 7z rar bz2 zip',
  'xml html json csv txt',
];

/** The extensions of types that are recognised by their content. A file never has another type, whatever its name is. */
export const knownExtensions: readonly string[] = groups.flatMap((group) => group.split(' '));

type FileTest = (file: UploadedFile) => Promise<boolean>;

/** Checks one file, or every file of a list. Anything else fails. */
const everyFile =
  (test: FileTest): Check =>
  (value) => {
    const files = filesOf(value);
    return files !== null && Promise.all(files.map(test)).then((verdicts) => verdicts.every(Boolean));
  };

const listed = {
  parameters: { min: 1 },
  coerces: 'file',
  placeholders: ({ parameters }) => ({ values: parameters.join(', ') }),
} satisfies Partial<RuleDefinition>;

const svg = 'image/svg+xml';

const images = new Set(
  'image/jpeg image/png image/gif image/bmp image/webp image/avif image/heic image/heif'.split(' '),
);

const file = defineRule({
  name: 'file',
  coerces: 'file',
  parameters: { min: 0, max: 0 },
  compile: () => (value) => filesOf(value) !== null,
});

const image = defineRule({
  name: 'image',
  coerces: 'file',
  parameters: { min: 0, max: 1 },
  compile: (call) => {
    const [option] = call.parameters;
    if (option !== undefined && option !== 'allow_svg') refuseOption(call, option, ['allow_svg']);
    // An SVG is a document that may contain scripts, so it must be allowed explicitly.
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

/** Checks the size of an image. */
type DimensionTest = (size: Dimensions) => boolean;

const pixelLimits: Readonly<Record<string, (size: Dimensions, limit: number) => boolean>> = {
  width: ({ width }, limit) => width === limit,
  height: ({ height }, limit) => height === limit,
  min_width: ({ width }, limit) => width >= limit,
  max_width: ({ width }, limit) => width <= limit,
  min_height: ({ height }, limit) => height >= limit,
  max_height: ({ height }, limit) => height <= limit,
};

// The tolerance of a ratio, so that 1000 x 667 matches 3/2.
const tolerance = 0.01;

const ratios: Readonly<Record<string, (ratio: number, limit: number) => boolean>> = {
  ratio: (ratio, limit) => Math.abs(ratio - limit) <= tolerance,
  min_ratio: (ratio, limit) => ratio >= limit - tolerance,
  max_ratio: (ratio, limit) => ratio <= limit + tolerance,
};

const readRatio = (text: string): number | null => {
  const [, width, height = '1'] = /^(\d+(?:\.\d+)?)(?:\/(\d+(?:\.\d+)?))?$/.exec(text) ?? [];
  const ratio = Number(width) / Number(height);
  return Number.isFinite(ratio) && ratio > 0 ? ratio : null;
};

/** Reads one limit, `min_width=100` or `ratio=3/2` (width to height); calls `refuse` with the fault. */
const readDimensionLimit = (text: string, refuse: RuleCall['fail']): DimensionTest => {
  const [name = '', written = ''] = text.split('=').map((part) => part.trim());
  const limit = pixelLimits[name];
  if (limit !== undefined) {
    const pixels = /^\d{1,9}$/.test(written) ? Number(written) : refuse(`"${text}" needs a whole number of pixels`);
    return (size) => limit(size, pixels);
  }
  const compare =
    ratios[name] ?? refuseOption({ fail: refuse }, name, Object.keys({ ...pixelLimits, ...ratios }), text);
  const ratio = readRatio(written) ?? refuse(`"${text}" needs a ratio such as 3/2 or 1.5`);
  return ({ width, height }) => compare(width / height, ratio);
};

const dimensions = defineRule({
  name: 'dimensions',
  coerces: 'file',
  parameters: { min: 1 },
  compile: (call) => {
    const tests = call.parameters.map((limit) => readDimensionLimit(limit, call.fail));
    // An SVG has no size in pixels, so if SVG is allowed, it passes without a check.
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
