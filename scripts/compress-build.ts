/**
 * Creates a Brotli and a gzip copy beside every text file of the site, so that nothing is compressed during a request.
 */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'

const FOLDER = 'build/web/client'
const TEXT = /\.(js|css|svg|json|txt|webmanifest)$/

for (const name of readdirSync(FOLDER, { recursive: true, encoding: 'utf8' })) {
  if (!TEXT.test(name)) continue
  const path = join(FOLDER, name)
  const bytes = readFileSync(path)
  if (bytes.length < 512) continue
  const parameters = { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length }
  writeFileSync(`${path}.br`, brotliCompressSync(bytes, { params: parameters }))
  writeFileSync(`${path}.gz`, gzipSync(bytes, { level: 9 }))
}
