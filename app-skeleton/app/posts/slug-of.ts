/** A title as a part of an address: `Hello, Taproot` becomes `hello-taproot`. */
export const slugOf = (title: string): string => {
  const letters = title
    .toLowerCase()
    .normalize('NFKD')
    .replaceAll(/\p{Diacritic}/gu, '');
  return letters.replaceAll(/[^a-z0-9]+/g, '-').replaceAll(/^-+|-+$/g, '') || 'post';
};
