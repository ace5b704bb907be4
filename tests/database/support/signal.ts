/** Something one part of a test waits for, and another part says. */
export class Signal {
  readonly sent: Promise<void>;
  send: () => void = () => undefined;

  constructor() {
    this.sent = new Promise((resolve) => {
      this.send = resolve;
    });
  }
}
