export const dynamic = 'force-dynamic';

export const GET = () => {
  const body = new ReadableStream({
    start: (controller) => controller.enqueue(new TextEncoder().encode('data: 1\n\n')),
  });
  return new Response(body, { headers: { 'content-type': 'text/event-stream' } });
};
