import { relative } from 'node:path'
import { fileURLToPath } from 'node:url'

const FOLDER = fileURLToPath(new URL('../commands/', import.meta.url))

/**
 * The line that runs a command here: `npm run …` where npm started this process, else `node …`, as in the container
 * image and under systemd.
 */
export function commandLine(name: string, options = ''): string {
  const isNpm = process.env.npm_lifecycle_event !== undefined
  const words = isNpm
    ? ['npm run', name, options.includes('--') ? '--' : '']
    : ['node', `${relative(process.cwd(), FOLDER)}/${name}.ts`]
  return [...words, options].filter((word) => word !== '').join(' ')
}

/** The usage of a command: its options, each with what it does. */
export function commandUsage(name: string, lines: readonly (readonly [options: string, effect: string])[]): string {
  return lines.map(([options, effect]) => `${commandLine(name, options)}\n    ${effect}`).join('\n')
}
