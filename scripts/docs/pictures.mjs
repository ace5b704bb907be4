// `node scripts/docs/pictures.mjs`: draws docs/pictures/*.json as SVG files beside them.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { drawPicture } from './draw-picture.mjs';

const folder = join(import.meta.dirname, '..', '..', 'docs', 'pictures');

for (const file of readdirSync(folder).filter((name) => name.endsWith('.json'))) {
  const picture = JSON.parse(readFileSync(join(folder, file), 'utf8'));
  writeFileSync(join(folder, file.replace('.json', '.svg')), drawPicture(picture));
}
