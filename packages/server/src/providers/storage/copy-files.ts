import { digestFile, digesting, type FileTree } from './file-tree.ts'

/** What a copy of all files from one place to another did. */
export interface CopyReport {
  /** Files of the source. */
  files: number
  bytes: number
  /** How many of the files were copied now; the others were there already. */
  copied: number
  /** Removed from the source while it was read, as by a server that is running. */
  vanished: number
}

/** A file that is not the same in its new place. */
export class CopyDiffers extends Error {}

/**
 * Copies every file that is not in the target yet, reads it back and compares the hashes. What is there already is read
 * too, so that an interrupted copy can simply be started again. Nothing is removed.
 * @throws CopyDiffers for a file that is another one after it was written.
 */
export async function copyFiles(from: FileTree, to: FileTree): Promise<CopyReport> {
  const report: CopyReport = { files: 0, bytes: 0, copied: 0, vanished: 0 }
  const present = new Map<string, number>()
  for await (const { path, size } of to.list()) present.set(path, size)
  for await (const { path, size } of from.list()) {
    const source = await from.read(path)
    if (!source) {
      report.vanished += 1
      continue
    }
    const { chunks, digest } = digesting(source)
    const isThere = present.get(path) === size
    if (isThere) for await (const _ of chunks);
    else await to.write(path, chunks)
    let expected = digest()
    let found = await digestFile(to, path)
    if (isThere && found?.sha256 !== expected.sha256) {
      expected = await overwrite(from, to, path)
      found = await digestFile(to, path)
      report.copied += 1
    } else if (!isThere) report.copied += 1
    if (found?.sha256 !== expected.sha256) throw new CopyDiffers(`${path} is not the same in ${to.name}.`)
    report.files += 1
    report.bytes += expected.size
  }
  return report
}

async function overwrite(from: FileTree, to: FileTree, path: string) {
  const source = await from.read(path)
  if (!source) throw new CopyDiffers(`${path} was removed from ${from.name} while it was copied.`)
  const { chunks, digest } = digesting(source)
  await to.write(path, chunks)
  return digest()
}

/**
 * Removes the files of a place that are, byte for byte, in another one. Files that are not there, or differ, stay.
 * Returns how many of each.
 */
export async function removeCopied(from: FileTree, to: FileTree): Promise<{ removed: number; kept: number }> {
  const counts = { removed: 0, kept: 0 }
  for await (const { path } of from.list()) {
    const [here, there] = [await digestFile(from, path), await digestFile(to, path)]
    if (here && here.sha256 === there?.sha256) {
      await from.remove(path)
      counts.removed += 1
    } else counts.kept += 1
  }
  return counts
}
