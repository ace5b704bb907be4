import { answered, failed, type Tool } from '../tool.ts';
import { argumentsOf, reads } from './arguments.ts';
import { type CommandLine, faultOf, jsonOf } from './command-line.ts';
import { faultLines, type RecordedRequest, recordedRequests, requestLines } from './requests.ts';

const most = 10;

/** `errors`: the error of the boot, else the errors of the last requests. */
export const errorsTool = (commands: CommandLine): Tool => ({
  name: 'errors',
  description:
    'Says whether the application boots. If not, shows the error with its code, file, line and fix. If it boots, shows the last errors of the running development server, with frames. Call it after each change.',
  input: argumentsOf({}),
  hints: reads,
  async run(_given, { signal }) {
    const boot = await commands.run(['about', '--only', 'application'], signal);
    if (boot.code !== 0) return failed(`The application does not boot:\n\n${faultOf(boot).text}`);
    const recorded = await recordedRequests(commands, true, most, signal);
    if (recorded.code !== 0)
      return answered(`The application boots. Errors of requests are not known:\n\n${faultOf(recorded).text}`);
    const lines = (jsonOf(recorded.stdout) as readonly RecordedRequest[])
      .slice(0, most)
      .flatMap((one) => [...requestLines(one), ...faultLines(one)]);
    return answered(
      ['The application boots.', ...(lines.length === 0 ? ['No request has failed.'] : lines)].join('\n'),
    );
  },
});
