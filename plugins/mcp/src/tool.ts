/** A JSON Schema of an object: the arguments of a tool. */
export interface ArgumentsSchema {
  readonly type: 'object';
  readonly properties?: Readonly<Record<string, object>>;
  readonly required?: readonly string[];
  readonly [keyword: string]: unknown;
}

/** The effects of a tool. Clients show them to users before a call. */
export interface ToolHints {
  /** Whether a call changes nothing. */
  readonly readOnly: boolean;
  /** Whether a call may overwrite or delete. */
  readonly destructive: boolean;
  /** Whether a second call with the same arguments changes nothing more. */
  readonly idempotent: boolean;
}

/** The answer of a tool. */
export interface ToolAnswer {
  readonly text: string;
  /** Whether the call failed. The agent then reads the text as the reason. */
  readonly failed: boolean;
}

/** The parts of a call that a tool needs beside its arguments. */
export interface ToolCall<Caller> {
  /** Aborts when the client gives the call up. */
  readonly signal: AbortSignal;
  /** The sender of the call: of an HTTP request; undefined on stdio. */
  readonly caller: Caller;
}

/** A tool that an agent can call. */
export interface Tool<Caller = undefined> {
  readonly name: string;
  readonly description: string;
  readonly input: ArgumentsSchema;
  readonly hints: ToolHints;
  /** Answers a call. The arguments fit the schema. */
  run(given: Readonly<Record<string, unknown>>, call: ToolCall<Caller>): Promise<ToolAnswer>;
}

/** The answer of a call that went well. */
export const answered = (text: string): ToolAnswer => ({ text, failed: false });

/** The answer of a call that failed, with the reason. */
export const failed = (text: string): ToolAnswer => ({ text, failed: true });

/** Cuts an answer to `limit` characters, and says so at its end. `advice` says how to ask for less. */
export const capped = ({ text, failed }: ToolAnswer, limit: number, advice: string): ToolAnswer => {
  if (text.length <= limit) return { text, failed };
  return { text: `${text.slice(0, limit)}\n\n[Cut: ${text.length - limit} more characters. ${advice}]`, failed };
};

/** The tokens that a list of tools takes of an agent's context, estimated at four characters each. */
export const tokensOf = (tools: readonly Pick<Tool, 'name' | 'description' | 'input'>[]): number =>
  Math.ceil(JSON.stringify(tools.map(({ name, description, input }) => ({ name, description, input }))).length / 4);
