import { Command, Option, printable } from '@taproot/console/command';
import type { CheckReport, HealthReport } from '../http/report.ts';
import { askServer } from './ask-server.ts';

/** Seconds beyond `health.timeout` that the answer may take. */
const margin = 1;

/** `health`: asks the running server whether it is ready. */
export class Health extends Command {
  static override paths = [['health']];

  static override usage = Command.Usage({
    details:
      'It sends one request to the address in config/http.ts, on this machine, and exits with 0 when the answer is 200,\n' +
      'otherwise with 1. The server runs in another process; nothing of it is started here.',
    examples: [
      ['Whether it wants requests', 'npx taproot health'],
      ['Whether the process answers, for the HEALTHCHECK of a container', 'npx taproot health --live'],
    ],
  });

  live = Option.Boolean('--live', false, { description: 'Ask whether the process answers, whatever it needs' });
  json = Option.Boolean('--json', false, { description: 'Print the body of the answer, for programs' });

  override async execute(): Promise<number> {
    const { live, ready, timeout } = this.app.config.health;
    const { status, body } = await askServer(this.app, this.live ? live : ready, timeout + margin);
    if (this.json) this.line(printable(body));
    else this.#show(status, read(body));
    return status === 200 ? 0 : 1;
  }

  #show(status: number, report: Partial<HealthReport>): void {
    this.line(`${this.live ? 'live' : 'ready'}: ${printable(report.status ?? `status ${status}`)}`);
    this.table(Object.entries(report.checks ?? {}).map(([name, check]) => row(name, check)));
  }
}

const row = (name: string, { status, seconds, code = '', optional }: CheckReport): string[] => [
  name,
  status,
  `${seconds} s`,
  [code, optional ? 'optional' : ''].filter((text) => text !== '').join(', '),
];

/** Another program on that port may answer something other than JSON. */
const read = (body: string): Partial<HealthReport> => {
  try {
    return (JSON.parse(body) ?? {}) as Partial<HealthReport>;
  } catch {
    return {};
  }
};
