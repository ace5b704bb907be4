// Passkeys need script. Their buttons are hidden until this file has found that the browser can do it.

export interface Answer {
  /** The page to go to. */
  readonly location: string;
  /** What is wrong with a request that was refused. */
  readonly message?: string;
}

const send = async <Reply = Answer>(path: string, body: object = {}): Promise<Reply> => {
  const reply = await fetch(path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', accept: 'application/json' },
    body: JSON.stringify(body),
  });
  // The session has ended, or the user has to confirm first.
  if (reply.redirected) location.assign(reply.url);
  const answer = (await reply.json()) as Reply & Pick<Answer, 'message'>;
  if (!reply.ok) throw new Error(answer.message);
  return answer;
};

const chosen = (credential: Credential | null): unknown => {
  if (credential instanceof PublicKeyCredential) return credential.toJSON();
  throw new Error('The browser gave no passkey.');
};

const logIn = async (): Promise<Answer> => {
  const options = await send<PublicKeyCredentialRequestOptionsJSON>('/passkeys/options');
  const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(options);
  return send('/passkeys/login', { passkey: chosen(await navigator.credentials.get({ publicKey })) });
};

const create = async (form: HTMLFormElement): Promise<Answer> => {
  const options = await send<PublicKeyCredentialCreationOptionsJSON>('/account/passkeys/options');
  const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(options);
  const passkey = chosen(await navigator.credentials.create({ publicKey }));
  return send('/account/passkeys', { passkey, name: new FormData(form).get('passkey') });
};

const perform = async (element: HTMLElement): Promise<void> => {
  const error = document.querySelector('[data-passkey-error]');
  const say = (text: string): void => error?.replaceChildren(text);
  say('');
  try {
    const { location: next } = await (element instanceof HTMLFormElement ? create(element) : logIn());
    location.assign(next);
  } catch (failure) {
    // Who closes the dialog has not failed.
    if (failure instanceof Error && failure.name !== 'NotAllowedError') say(failure.message);
  }
};

const isAble = typeof PublicKeyCredential === 'function' && 'parseRequestOptionsFromJSON' in PublicKeyCredential;

for (const element of isAble ? document.querySelectorAll<HTMLElement>('[data-passkey]') : []) {
  element.hidden = false;
  element.addEventListener(element instanceof HTMLFormElement ? 'submit' : 'click', (event) => {
    event.preventDefault();
    void perform(element);
  });
}
