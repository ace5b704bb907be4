export const metadata = { title: 'Shop' };

export default function Page() {
  return <h1>Roots</h1>;
}
