import type { FileReply } from './stream-reply.ts'

/** A value as an indented JSON file to save; `name` is that of `toFileName`, without `.json`. */
export function jsonFile(name: string, value: unknown): FileReply {
  return {
    name: `${name}.json`,
    mediaType: 'application/json; charset=utf-8',
    pieces: (async function* () {
      yield Buffer.from(JSON.stringify(value, null, 2), 'utf8')
    })(),
  }
}

/** A file name of ASCII letters, digits and hyphens from a title; `fallback` for a title without any of them. */
export function toFileName(title: string, fallback: string): string {
  const plain = title
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, 60)
    .replace(/^-|-$/g, '')
  return plain === '' ? fallback : plain
}
