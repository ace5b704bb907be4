import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { hasCode } from '@taproot/core';
import type { KeptMail, KeptMails } from '@taproot/core/internal';
import { shownAddress } from '../address.ts';
import type { ComposedAttachment, ComposedMail } from '../compose.ts';
import { mimeOf } from './nodemailer-transport.ts';
import { type Delivery, delivered, type MailTransport } from './transport.ts';

/** How many mails stay. */
const most = 200;

const isId = (id: string): boolean => /^[\w-]{1,80}$/.test(id);

/** A folder of mails: `.eml` files as a server would get them, and `.json` files for devtools. All processes see them. */
export class MailFolder implements MailTransport, KeptMails {
  readonly #folder: string;

  constructor(folder: string) {
    this.#folder = folder;
  }

  async send(mail: ComposedMail): Promise<Delivery> {
    await mkdir(this.#folder, { recursive: true });
    const raw = await mimeOf(mail);
    const id = `${mail.at.replaceAll(/\D/g, '')}-${mail.id.slice(1, 9)}`;
    await writeFile(join(this.#folder, `${id}.eml`), raw);
    // Renamed, so that no reader sees half of it.
    const file = join(this.#folder, `${id}.json`);
    await writeFile(`${file}.part`, JSON.stringify(await keptMail(id, mail, raw)));
    await rename(`${file}.part`, file);
    const old = (await this.#ids()).slice(most);
    await Promise.all(
      old.flatMap((one) => ['eml', 'json'].map((end) => rm(join(this.#folder, `${one}.${end}`), { force: true }))),
    );
    return delivered;
  }

  async all(): Promise<readonly KeptMail[]> {
    const found = await Promise.all((await this.#ids()).map((id) => this.find(id)));
    return found.filter((one) => one !== null);
  }

  async find(id: string): Promise<KeptMail | null> {
    if (!isId(id)) return null;
    try {
      return JSON.parse(await readFile(join(this.#folder, `${id}.json`), 'utf8')) as KeptMail;
    } catch (error) {
      if (hasCode(error, 'ENOENT')) return null;
      throw error;
    }
  }

  /** The latest first. */
  async #ids(): Promise<readonly string[]> {
    const files = await readdir(this.#folder).catch((error: unknown) => {
      if (hasCode(error, 'ENOENT')) return [];
      throw error;
    });
    const ids = files.filter((file) => file.endsWith('.json')).map((file) => file.slice(0, -5));
    return ids.toSorted().toReversed();
  }
}

const keptMail = async (id: string, mail: ComposedMail, raw: Buffer): Promise<KeptMail> => {
  const head = raw.toString('utf8').split('\r\n\r\n', 1)[0] ?? '';
  const lines = head.replaceAll(/\r\n[ \t]+/g, ' ').split('\r\n');
  const list = (people: ComposedMail['to']): string => people.map(shownAddress).join(', ');
  return {
    id,
    at: mail.at,
    name: mail.name,
    subject: mail.subject,
    people: {
      from: shownAddress(mail.from),
      to: list(mail.to),
      cc: list(mail.cc),
      bcc: list(mail.bcc),
      replyTo: list(mail.replyTo),
    },
    text: mail.text,
    html: mail.html,
    headers: lines.map((line) => {
      const colon = line.indexOf(':');
      return [line.slice(0, colon), line.slice(colon + 1).trim()] as const;
    }),
    attachments: await Promise.all(
      mail.attachments.map(async (one) => ({ filename: one.filename, bytes: await bytesOf(one) })),
    ),
  };
};

const bytesOf = async ({ content, path }: ComposedAttachment): Promise<number | null> => {
  if (path === null) return Buffer.byteLength(content ?? '', 'base64');
  return stat(path).then(
    ({ size }) => size,
    () => null,
  );
};
