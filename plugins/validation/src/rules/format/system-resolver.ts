import { Resolver } from 'node:dns/promises';
import type { MailResolver } from './look-up.ts';

/** Asks with a deadline of its own, and stops when the validation does. */
const ask = async <Answer>(signal: AbortSignal, question: (resolver: Resolver) => Promise<Answer>): Promise<Answer> => {
  const resolver = new Resolver({ timeout: 2000, tries: 1 });
  const cancel = (): void => resolver.cancel();
  signal.addEventListener('abort', cancel, { once: true });
  try {
    return await question(resolver);
  } finally {
    signal.removeEventListener('abort', cancel);
  }
};

/** Asks the machine's name servers. Not `dns.lookup`, which would occupy the few threads that files need too. */
export const systemResolver: MailResolver = {
  resolve: (host, signal) =>
    ask(signal, async (resolver) => {
      const answers = await Promise.allSettled([resolver.resolve4(host), resolver.resolve6(host)]);
      const addresses = answers.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []));
      const [first] = answers;
      if (addresses.length === 0 && first.status === 'rejected') throw first.reason;
      return addresses;
    }),
  mail: (domain, signal) =>
    ask(signal, async (resolver) => (await resolver.resolveMx(domain)).map(({ exchange }) => exchange)),
};
