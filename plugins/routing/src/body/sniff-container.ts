/** The detected type of content: a media type, and its file extension without the dot. */
export interface SniffedType {
  readonly mime: string;
  readonly extension: string;
}

const type = (mime: string, extension: string): SniffedType => ({ mime, extension });

// The types of ISO base media files by their brand (ISO/IEC 14496-12 4.3).
const brands: ReadonlyMap<string, SniffedType> = new Map([
  ['avif', type('image/avif', 'avif')],
  ['avis', type('image/avif', 'avif')],
  ['heic', type('image/heic', 'heic')],
  ['heix', type('image/heic', 'heic')],
  ['mif1', type('image/heif', 'heif')],
  ['qt  ', type('video/quicktime', 'mov')],
  ['M4A ', type('audio/mp4', 'm4a')],
]);

const office = 'application/vnd.openxmlformats-officedocument';
const zipFolders: readonly (readonly [folder: string, type: SniffedType])[] = [
  ['word/', type(`${office}.wordprocessingml.document`, 'docx')],
  ['xl/', type(`${office}.spreadsheetml.sheet`, 'xlsx')],
  ['ppt/', type(`${office}.presentationml.presentation`, 'pptx')],
];

// OpenDocument and EPUB begin with an uncompressed entry "mimetype" that says what they are.
const zipMimetypes: readonly SniffedType[] = [
  type('application/vnd.oasis.opendocument.text', 'odt'),
  type('application/vnd.oasis.opendocument.spreadsheet', 'ods'),
  type('application/vnd.oasis.opendocument.presentation', 'odp'),
  type('application/epub+zip', 'epub'),
];

const zip = type('application/zip', 'zip');
const localHeader = Buffer.from('PK\u0003\u0004', 'latin1');

/** Names of the ZIP entries whose local headers are in `head` (APPNOTE 4.3.7). */
const entryNames = function* (head: Buffer): Generator<string> {
  for (let at = head.indexOf(localHeader); at !== -1; at = head.indexOf(localHeader, at + 30)) {
    if (at + 30 > head.length) return;
    yield head.toString('latin1', at + 30, at + 30 + head.readUInt16LE(at + 26));
  }
};

const sniffZip = (head: Buffer): SniffedType => {
  const names = [...entryNames(head)];
  if (names[0] === 'mimetype') {
    const content = head.toString('latin1', 38, 38 + head.readUInt32LE(18));
    return zipMimetypes.find(({ mime }) => mime === content) ?? zip;
  }
  if (!names.includes('[Content_Types].xml')) return zip;
  return zipFolders.find(([folder]) => names.some((name) => name.startsWith(folder)))?.[1] ?? zip;
};

/** The type of a file in a container format (ZIP, ISO media, Matroska); null for any other file. */
export const sniffContainer = (head: Buffer): SniffedType | null => {
  if (head.subarray(0, 4).equals(localHeader)) return sniffZip(head);
  if (head.toString('latin1', 4, 8) === 'ftyp')
    return brands.get(head.toString('latin1', 8, 12)) ?? type('video/mp4', 'mp4');
  if (head.subarray(0, 4).equals(Buffer.from([0x1a, 0x45, 0xdf, 0xa3])))
    return head.toString('latin1', 0, 64).includes('webm')
      ? type('video/webm', 'webm')
      : type('video/x-matroska', 'mkv');
  return null;
};
