import { json } from '@sveltejs/kit';

export const POST = async ({ request, url, cookies, getClientAddress }) => {
  cookies.set('seen', '1', { path: '/' });
  return json({ body: await request.json(), path: url.pathname, ip: getClientAddress() });
};
