import { unzipSync } from 'fflate'

/** The files of a ZIP as texts, by path. */
export function readZipTexts(bytes: Uint8Array): Record<string, string> {
  const files = Object.entries(unzipSync(bytes))
  return Object.fromEntries(files.map(([path, content]) => [path, Buffer.from(content).toString('utf8')]))
}
