import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import type { Application } from '@taproot/core';
import { refreshDatabase } from '@taproot/database/testing';
import { http, upload } from '@taproot/testing';
import { boot } from '../bootstrap/app.ts';

let app: Application;
let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'attachments-'));
  app = await boot({ env: { APP_ENV: 'testing', APP_LOCALE: 'en', ATTACHMENTS_PATH: folder } });
  await refreshDatabase(app);
});

afterEach(async () => {
  await app.close();
  await rm(folder, { recursive: true });
});

const note = (name = 'note.txt'): File => new File(['Remember the roots.'], name, { type: 'text/plain' });

test('an upload is stored, listed by its post, and comes back as it was', async () => {
  const stored = await http(app)
    .post('/api/posts/1/attachments', upload({}, { file: note() }))
    .assertCreated();
  const { data } = stored.json<{ data: { name: string; url: string; size: number } }>();

  expect(data.size).toBe(19);
  expect(await readFile(join(folder, data.name), 'utf8')).toBe('Remember the roots.');
  await http(app).get('/api/posts/1').assertJsonPath('data.attachments', [data.name]);
  await http(app)
    .get(data.url)
    .assertOk()
    .assertHeader('Content-Disposition', /^attachment;/)
    .assertSee('Remember the roots.');
});

test('the name a client gives decides nothing', async () => {
  await http(app)
    .post('/api/posts/1/attachments', upload({}, { file: note('../../main.ts') }))
    .assertCreated();
  expect(await readdir(folder)).toEqual([expect.stringMatching(/^[0-9a-f]{32}/)]);
});

test('several uploads to one post at once are all listed', async () => {
  const uploads = ['a.txt', 'b.txt', 'c.txt'].map((name) =>
    http(app)
      .post('/api/posts/1/attachments', upload({}, { file: note(name) }))
      .assertCreated(),
  );
  await Promise.all(uploads);
  const post = await app.facades.Posts().find(1);
  expect(post?.attachments).toHaveLength(3);
});

test('without a file nothing is stored', async () => {
  const answer = http(app).post('/api/posts/1/attachments', upload({ file: 'text' }, {}));
  await answer.assertUnprocessable().assertJsonPath('errors.file.0', 'The file must be an uploaded file.');
  expect(await readdir(folder)).toEqual([]);
});

test('an attachment belongs to its post alone', async () => {
  const stored = await http(app)
    .post('/api/posts/1/attachments', upload({}, { file: note() }))
    .assertCreated();
  const { data } = stored.json<{ data: { name: string } }>();
  await http(app).get(`/api/posts/2/attachments/${data.name}`).assertNotFound();
});

test('a post that does not exist takes no attachment', async () => {
  await http(app)
    .post('/api/posts/99/attachments', upload({}, { file: note() }))
    .assertNotFound();
  expect(await readdir(folder)).toEqual([]);
});
