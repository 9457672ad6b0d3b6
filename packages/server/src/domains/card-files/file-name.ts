/** A file's name in plain ASCII, from a card's name where that has any, else from its id. */
export function fileName(name: string, id: string, extension: string): string {
  const plain = name
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '')
    .slice(0, 60)
  return `${plain === '' ? `character-${id.slice(-6)}` : plain}.${extension}`
}
