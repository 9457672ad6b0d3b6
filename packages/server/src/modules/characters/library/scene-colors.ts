import type { Scene } from '@everkin/contract/types.ts'
import { z } from 'zod'
import { libraryPictureUrl, readLibraryFile, sceneFile } from '../../../platform/library-file.ts'
import type { CardRow } from '../store.ts'

const HexColor = z.string().regex(/^#[0-9a-f]{6}$/)
const SceneColors = z.record(z.string(), z.object({ edge: HexColor, foot: HexColor, tint: HexColor }))

/** As measured by `commands/library-scenes.ts`. */
const COLORS = readLibraryFile(SceneColors, 'scene-colors.json')

/**
 * The scene of a card: of the library's characters the landscape that the painter paints of them, of its groups their
 * cover, and of other cards the cover that was uploaded, whose colours are not known.
 */
export function sceneOfCard(card: Pick<CardRow, 'id' | 'type' | 'creator_id' | 'cover'>): Scene | null {
  const colors = card.creator_id === null ? COLORS[card.id] : undefined
  if (!colors) return card.cover === null ? null : { url: card.cover, colors: null }
  return { url: card.cover ?? libraryPictureUrl(sceneFile(card.id)), colors }
}
