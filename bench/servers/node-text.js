// Node alone: what no framework on node:http can go below.
import { serve } from './serve.js';

serve((_req, res) => {
  const body = 'Hello, world!';
  res.writeHead(200, ['Content-Type', 'text/plain; charset=utf-8', 'Content-Length', String(Buffer.byteLength(body))]);
  res.end(body);
});
