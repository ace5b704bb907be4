// Passkeys need script: everything else on these pages works without. Buttons are hidden until this file has found that the browser can do it.

const send = async (path, body) => {
  const reply = await fetch(path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', accept: 'application/json' },
    body: JSON.stringify(body ?? {}),
  });
  // The session has ended, or the user has to confirm first.
  if (reply.redirected) location.assign(reply.url);
  const answer = await reply.json();
  if (!reply.ok) throw new Error(answer.message);
  return answer;
};

const ceremonies = {
  login: async () => {
    const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(await send('/passkeys/options'));
    const passkey = await navigator.credentials.get({ publicKey });
    return send('/passkeys/login', { passkey: passkey.toJSON() });
  },
  create: async (form) => {
    const options = await send('/account/passkeys/options');
    const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(options);
    const passkey = await navigator.credentials.create({ publicKey });
    return send('/account/passkeys', { passkey: passkey.toJSON(), name: new FormData(form).get('passkey') });
  },
};

const isAble = typeof PublicKeyCredential === 'function' && 'parseRequestOptionsFromJSON' in PublicKeyCredential;

for (const element of isAble ? document.querySelectorAll('[data-passkey]') : []) {
  element.hidden = false;
  element.addEventListener(element.tagName === 'FORM' ? 'submit' : 'click', async (event) => {
    event.preventDefault();
    const error = document.querySelector('[data-passkey-error]');
    error.textContent = '';
    try {
      const { location: next } = await ceremonies[element.dataset.passkey](element);
      location.assign(next);
    } catch (failure) {
      // Who closes the dialog has not failed.
      if (failure.name !== 'NotAllowedError') error.textContent = failure.message;
    }
  });
}
