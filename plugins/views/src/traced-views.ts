import { defineChannel } from '@taproot/core/plugin';

/** A page that is made. */
interface TracedView {
  readonly name: string;
}

/** Pages that are made, for devtools, OpenTelemetry and the log. */
export const views = defineChannel<TracedView>('view', {
  name: ({ name }) => name,
  facts: ({ name }) => ({ view: name }),
});
