import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { UploadedFile } from '@taproot/core';
import { SpooledFile } from '../../../plugins/routing/src/body/spooled-file.ts';
import { type RuleCase, ruleCase } from './case.ts';

const png = Buffer.from('89504e470d0a1a0a0000000d494844520000012c000000c8080200000000000000', 'hex');
const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>';

/** Rules on files; `folder` takes the uploads. */
export const fileCases = async (folder: string): Promise<readonly RuleCase[]> => {
  const upload = async (name: string, content: Buffer | string): Promise<UploadedFile> => {
    const path = join(folder, name);
    await writeFile(path, content);
    return new SpooledFile({ field: 'f', name, type: 'image/png', path, size: Buffer.byteLength(content) });
  };
  const [picture, drawing, text, latin] = await Promise.all([
    upload('a.png', png),
    upload('a.svg', svg),
    upload('a.txt', 'hello world'),
    upload('latin.txt', Buffer.from([0x68, 0xe9])),
  ]);
  return [
    ruleCase('file', text, 'x'),
    ruleCase('image', picture, drawing),
    ruleCase('image:allow_svg', drawing, text),
    ruleCase('mimes:png,jpg', picture, text),
    ruleCase('mimetypes:image/*', picture, text),
    ruleCase('extensions:png', picture, text),
    ruleCase('dimensions:width=300,ratio=3/2', picture, drawing),
    ruleCase('encoding:utf-8', text, latin),
    ruleCase('encoding:ascii', 'x', 'é'),
  ];
};
