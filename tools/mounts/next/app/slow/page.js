import { connection } from 'next/server';
import { Suspense } from 'react';

async function Late() {
  await connection();
  return <p>late roots</p>;
}

export default function Page() {
  return (
    <Suspense fallback={<p>wait</p>}>
      <Late />
    </Suspense>
  );
}
