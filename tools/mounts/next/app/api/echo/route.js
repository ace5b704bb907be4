import { cookies } from 'next/headers';

export const dynamic = 'force-dynamic';

export const GET = async (request) =>
  Response.json({ path: request.nextUrl.pathname, q: request.nextUrl.searchParams.get('q') });

export const POST = async (request) => {
  (await cookies()).set('seen', '1');
  return Response.json(await request.json());
};
