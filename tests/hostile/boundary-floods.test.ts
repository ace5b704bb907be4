import { brotliCompressSync } from 'node:zlib';
import { describe, expect, test } from '@jest/globals';
import { drivers } from '../support/drivers.ts';
import { workOf } from '../support/steps.ts';
import { boundaryFlood } from './support/boundary-flood.ts';
import { HostileApplication } from './wire/application.ts';
import { field, file, multipart, request, upload } from './wire/attack.ts';
import { sendAttack, statusesOf } from './wire/send-attack.ts';

const mebibyte = 1024 * 1024;

describe.each(drivers)('on the %s driver', (driver) => {
  test('UP-11 S-1: content like a boundary takes a few steps for each byte, and letters none', async () => {
    const application = await HostileApplication.open(driver);
    const statuses = new Set<number>();
    const bytes = mebibyte / 64;
    const take = (body: string) =>
      workOf(async () => {
        for (const status of statusesOf(await sendAttack(application.port, upload(body)))) statuses.add(status);
      });
    try {
      for (const part of [file('g', 'a', ''), field('g', '')])
        for (const unit of ['\r', '\r\n', '\r\n--Bx']) {
          const filled = (text: string) => multipart([[part[0], text.repeat(bytes / text.length)]]);
          await take(filled(unit));
          const [hostile, plain] = [await take(filled(unit)), await take(filled('x'))];
          // The sender counts too: once for each byte, in both.
          expect(hostile - plain).toBeLessThan(5 * bytes);
          expect(plain).toBeLessThan(2 * bytes);
        }
      expect([...statuses]).toEqual([200]);
    } finally {
      await application.close();
    }
  }, 60_000);

  test('UP-11 S-1: the 86 bytes that cost 2.5 s are 415', async () => {
    const application = await HostileApplication.open(driver);
    const body = brotliCompressSync(multipart([0, 1, 2].map((at) => field(`f${at}`, '\r'.repeat(1_048_000)))));
    const headers = ['Content-Type: multipart/form-data; boundary=B', 'Content-Encoding: br'];
    try {
      const received = await sendAttack(application.port, request('POST', '/upload', headers, body.toString('latin1')));
      expect(received).toMatch(/^HTTP\/1\.1 415 [^]*E_UPLOAD_COMPRESSED/);
    } finally {
      await application.close();
    }
  });

  test('UP-11 S-1: a process of 256 MiB survives eight floods at once', async () => {
    // `boundary-floods` of tests/long sends fifty.
    expect(await boundaryFlood(driver, 8)).toEqual({ statuses: { 200: 8 }, alive: true, spooled: 0 });
  }, 120_000);
});
