import { type IncomingMessage, request } from 'node:http';
import { text } from 'node:stream/consumers';
import type { Application } from '@taproot/core';
import { devtoolsToken } from '@taproot/core/internal';

/** What is sent to a server. */
export interface Asked {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>> | readonly string[];
  readonly body?: string;
  /** The address of this machine that it is sent from. */
  readonly from?: string;
  /** Whether it has the token of devtools; true by default, for their pages alone. */
  readonly token?: boolean;
}

/** What came back. */
export interface Answered {
  readonly status: number;
  readonly headers: IncomingMessage['headers'];
  readonly text: string;
}

/** The header by which a program gets the pages of devtools. */
export const bearer = (app: Application) => ({ Authorization: `Bearer ${devtoolsToken(app)}` });

export const portOf = (app: Application): number => app.facades.Http().address?.port ?? 0;

/** Sends a request to the server of an application. */
export const ask = async (app: Application, path: string, asked: Asked = {}): Promise<Answered> => {
  const { method = 'GET', headers = {}, body = '', from, token = path.startsWith('/_taproot') } = asked;
  const own = token ? bearer(app) : {};
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    const sent = request({
      host: '127.0.0.1',
      port: portOf(app),
      path,
      method,
      headers: { ...own, ...(headers as Record<string, string>) },
      agent: false,
      ...(from === undefined ? {} : { localAddress: from }),
    });
    sent.once('response', resolve).once('error', reject).end(body);
  });
  return { status: response.statusCode ?? 0, headers: response.headers, text: await text(response) };
};

/** A request as `/_taproot/requests.json` has it. */
export interface Seen {
  readonly id: number;
  readonly request_id: string;
  readonly method: string;
  readonly target: string;
  readonly status: number;
  readonly milliseconds: number | null;
  readonly why: string | null;
  readonly marks: readonly { readonly label: string; readonly sentence: string }[];
  readonly steps: readonly {
    readonly kind: string;
    readonly name: string;
    readonly plugin: string;
    readonly start: number;
    readonly end: number | null;
    readonly depth: number;
  }[];
}

/** The recorded requests that have ended, newest first. */
export const seen = async (app: Application): Promise<readonly Seen[]> => {
  const { text: json } = await ask(app, '/_taproot/requests.json');
  return JSON.parse(json) as Seen[];
};

/** Sends a request, and gives what devtools know of it. */
export const learn = async (app: Application, path: string, asked: Asked = {}): Promise<Seen> => {
  await ask(app, path, asked);
  for (let turn = 0; turn < 100; turn++) {
    const [newest] = await seen(app);
    if (newest !== undefined && newest.milliseconds !== null) return newest;
  }
  throw new Error(`${path} was not recorded.`);
};
