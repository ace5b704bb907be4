/** Thrown by a question that was left with Ctrl-C, Ctrl-D or Escape, or whose input ended: the command ends with 130, as shells count it, and is silent. */
export class PromptCancelled extends Error {
  override readonly name = 'PromptCancelled';
  readonly exitCode = 130;
}
