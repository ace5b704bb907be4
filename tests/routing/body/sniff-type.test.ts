import { deflateRawSync } from 'node:zlib';
import { describe, expect, test } from '@jest/globals';
import { sniffType } from '../../../plugins/routing/src/body/sniff-type.ts';
import { workOf } from '../../support/steps.ts';

const hex = (text: string, rest = ''): Buffer =>
  Buffer.concat([Buffer.from(text.replaceAll(' ', ''), 'hex'), Buffer.from(rest)]);

const zip = (...entries: [name: string, content: string, stored?: boolean][]): Buffer =>
  Buffer.concat(
    entries.flatMap(([name, content, stored = false]) => {
      const data = stored ? Buffer.from(content) : deflateRawSync(content);
      const header = Buffer.alloc(30);
      header.write('PK\u0003\u0004', 'latin1');
      header.writeUInt16LE(stored ? 0 : 8, 8);
      header.writeUInt32LE(data.length, 18);
      header.writeUInt32LE(content.length, 22);
      header.writeUInt16LE(name.length, 26);
      return [header, Buffer.from(name), data];
    }),
  );

const office = (folder: string) =>
  zip(['[Content_Types].xml', '<Types/>'], ['_rels/.rels', '<R/>'], [`${folder}document.xml`, '<d/>']);
const odt = 'application/vnd.oasis.opendocument.text';

const cases: [what: string, head: Buffer, mime: string, extension: string][] = [
  ['PNG', hex('89504e470d0a1a0a', '<html>'), 'image/png', 'png'],
  ['JPEG', hex('ffd8ffe0'), 'image/jpeg', 'jpg'],
  ['GIF', Buffer.from('GIF89a\u0001'), 'image/gif', 'gif'],
  ['WebP', Buffer.from('RIFF\u0001\u0002\u0003\u0004WEBPVP8 '), 'image/webp', 'webp'],
  ['AVIF', hex('0000001c', 'ftypavif'), 'image/avif', 'avif'],
  ['HEIC', hex('0000001c', 'ftypheic'), 'image/heic', 'heic'],
  ['BMP', hex('424d 36000c00 00000000 36000000'), 'image/bmp', 'bmp'],
  ['ICO', hex('00000100 0100 1010'), 'image/x-icon', 'ico'],
  ['PDF', Buffer.from('%PDF-1.7\n'), 'application/pdf', 'pdf'],
  ['gzip', hex('1f8b0800'), 'application/gzip', 'gz'],
  ['MP3', Buffer.from('ID3\u0003'), 'audio/mpeg', 'mp3'],
  ['MP3 without tags', hex('fffb9064'), 'audio/mpeg', 'mp3'],
  ['MP4', hex('00000018', 'ftypisom'), 'video/mp4', 'mp4'],
  ['WebM', hex('1a45dfa3 9f4282', '\u0084webm'), 'video/webm', 'webm'],
  ['Ogg', Buffer.from('OggS\0'), 'audio/ogg', 'ogg'],
  ['WAV', Buffer.from('RIFF\u0001\u0002\u0003\u0004WAVEfmt '), 'audio/wav', 'wav'],
  ['ZIP', zip(['a.txt', 'hello']), 'application/zip', 'zip'],
  ['a ZIP with a folder called word', zip(['word/a.txt', 'hello']), 'application/zip', 'zip'],
  ['DOCX', office('word/'), 'application/vnd.openxmlformats-officedocument.wordprocessingml.document', 'docx'],
  ['XLSX', office('xl/'), 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet', 'xlsx'],
  ['PPTX', office('ppt/'), 'application/vnd.openxmlformats-officedocument.presentationml.presentation', 'pptx'],
  ['ODT', zip(['mimetype', odt, true], ['content.xml', '<d/>']), odt, 'odt'],
  ['an ODT template, which is not known', zip(['mimetype', `${odt}-template`, true]), 'application/zip', 'zip'],
  ['plain text', Buffer.from('BMW and other cars\r\n'), 'text/plain', 'txt'],
  ['text cut within a character', Buffer.from('ää').subarray(0, 3), 'text/plain', 'txt'],
  ['JSON', Buffer.from('{"a":1}'), 'text/plain', 'txt'],
  ['SVG with a script', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script/></svg>'), 'text/plain', 'txt'],
  ['HTML', Buffer.from('<!doctype html><script>'), 'text/plain', 'txt'],
  ['bytes', hex('00ff00ff'), 'application/octet-stream', ''],
  ['Latin-1', Buffer.from('Gr\u00fc\u00dfe aus K\u00f6ln', 'latin1'), 'application/octet-stream', ''],
  ['an executable', hex('4d5a9000 03000000'), 'application/octet-stream', ''],
  ['nothing', Buffer.alloc(0), 'application/octet-stream', ''],
  ['half a ZIP header', Buffer.from('PK\u0003\u0004\u0014'), 'application/zip', 'zip'],
  ['half an ODT header', zip(['mimetype', odt, true]).subarray(0, 50), 'application/zip', 'zip'],
];

describe('sniffType()', () => {
  test.each(cases)('UP-07 %s', (_, head, mime, extension) => {
    expect(sniffType(head)).toEqual({ mime, extension });
  });

  test('UP-07 a GIF that claims 65,535 by 65,535 pixels costs as little as any', async () => {
    const gif = Buffer.concat([Buffer.from('GIF89a'), Buffer.alloc(4096, 0xff)]);
    expect(sniffType(gif).mime).toBe('image/gif');
    const small = Buffer.from(gif).fill(0, 6);
    expect(await workOf(() => sniffType(gif))).toBeLessThan((await workOf(() => sniffType(small))) + 100);
  });
});
