/**
 * Thrown by a question that was cancelled with Ctrl-C, Ctrl-D or Escape, or whose input ended. The command then exits
 * with 130, as in shells, without a message.
 */
export class PromptCancelled extends Error {
  override readonly name = 'PromptCancelled';
  readonly exitCode = 130;
}
