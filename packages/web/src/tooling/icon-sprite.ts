import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Plugin } from 'vite'
import { FILLED_ICONS, REGULAR_ICONS } from '../ui/icon-names.ts'

const MODULE = 'virtual:icon-sprite'

function symbolOf(weight: 'regular' | 'fill', file: string, id: string): string {
  const path = fileURLToPath(import.meta.resolve(`@phosphor-icons/core/assets/${weight}/${file}.svg`))
  const inner = readFileSync(path, 'utf8').match(/<svg[^>]*>(.*)<\/svg>/s)?.[1]
  if (inner === undefined) throw new Error(`Icon ${file} is not an SVG`)
  return `<symbol id="${id}" viewBox="0 0 256 256">${inner}</symbol>`
}

/** Builds an SVG sprite of exactly the icons in use. A name that Phosphor lacks fails the build. */
export function drawIconSprite(): string {
  const symbols = [
    ...REGULAR_ICONS.map((name) => symbolOf('regular', name, name)),
    ...FILLED_ICONS.map((name) => symbolOf('fill', `${name}-fill`, `${name}-fill`)),
  ]
  return `<svg xmlns="http://www.w3.org/2000/svg">${symbols.join('')}</svg>`
}

/**
 * Serves the sprite as a file with a content hash in its name (so that it can be cached permanently) and exports its
 * address as `virtual:icon-sprite`.
 */
export function iconSprite(): Plugin {
  const sprite = drawIconSprite()
  const fileName = `assets/icons-${createHash('sha256').update(sprite).digest('hex').slice(0, 8)}.svg`
  return {
    name: 'everkin:icon-sprite',
    resolveId: (id) => (id === MODULE ? `\0${MODULE}` : undefined),
    load: (id) => (id === `\0${MODULE}` ? `export default ${JSON.stringify(`/${fileName}`)}` : undefined),
    configureServer(server) {
      server.middlewares.use(`/${fileName}`, (_request, response) => {
        response.setHeader('content-type', 'image/svg+xml').end(sprite)
      })
    },
    generateBundle() {
      if (this.environment.name === 'client') this.emitFile({ type: 'asset', fileName, source: sprite })
    },
  }
}
