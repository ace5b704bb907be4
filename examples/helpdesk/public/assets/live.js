// Shows replies as they come, and who types. Without script the page works, too: it has to be loaded again.
const list = document.querySelector('#replies');
const typing = document.querySelector('#typing');
const answer = document.querySelector('#answer');
let wait = 500;
let quiet;
let last = '';

const add = ({ id, author, body }) => {
  if (list.querySelector(`[data-reply="${id}"]`)) return;
  const item = document.createElement('li');
  item.className = 'card';
  item.dataset.reply = id;
  const [meta, text] = [document.createElement('p'), document.createElement('p')];
  meta.className = 'meta';
  meta.append(Object.assign(document.createElement('strong'), { textContent: author }));
  text.className = 'body';
  text.textContent = body;
  item.append(meta, text);
  list.append(item);
  typing.textContent = '';
};

const receive = ({ event, data, id }) => {
  if (id) last = id;
  if (event === 'replied') add(data);
  else if (event === 'changed' || event === 'missed') location.reload();
  else if (event === 'typed') {
    typing.textContent = list.dataset.typing.replace('…', data.name);
    clearTimeout(quiet);
    quiet = setTimeout(() => (typing.textContent = ''), 3000);
  }
};

let socket;
const connect = () => {
  const address = new URL(list.dataset.live, location.href);
  address.protocol = address.protocol.replace('http', 'ws');
  if (last) address.searchParams.set('last', last);
  socket = new WebSocket(address);
  socket.addEventListener('open', () => {
    wait = 500;
    list.dataset.open = 'yes';
  });
  socket.addEventListener('message', ({ data }) => receive(JSON.parse(data)));
  socket.addEventListener('close', () => {
    wait = Math.min(wait * 2, 30_000);
    setTimeout(() => connect(), wait);
  });
};

let sent = 0;
answer.addEventListener('input', () => {
  if (socket.readyState !== WebSocket.OPEN || Date.now() - sent < 1000) return;
  sent = Date.now();
  socket.send(JSON.stringify({ event: 'typing', data: {} }));
});

connect();
