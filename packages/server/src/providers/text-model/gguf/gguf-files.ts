import { readdir } from 'node:fs/promises'
import { join } from 'node:path'

/** The folder of GGUF files. */
export function modelsFolder(dataDir: string): string {
  return join(dataDir, 'models')
}

/** The names of the GGUF files in the data folder, without their extension, sorted. */
export async function listGgufFiles(dataDir: string): Promise<string[]> {
  const files = await readdir(modelsFolder(dataDir)).catch(() => [])
  return files
    .filter((file) => file.endsWith('.gguf'))
    .map((file) => file.slice(0, -'.gguf'.length))
    .sort()
}
