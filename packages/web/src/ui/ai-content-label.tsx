import type { Attachment } from '@everkin/contract/types.ts'
import { useText } from '../i18n/use-text.ts'

/** Labels a picture or video of an album as generated: in full, or in a word or two on a tile (`isShort`). */
export function AiContentLabel({ kind, isShort = false }: { kind: Attachment['kind']; isShort?: boolean }) {
  const text = useText()
  const label = text(kind === 'image' ? 'albums.aiImage' : 'albums.aiVideo')
  if (!isShort) return <span className="album-mark">{label}</span>
  return (
    <span className="album-mark">
      <span aria-hidden="true">{text('sketch.face.ai')}</span>
      <span className="visually-hidden">{label}</span>
    </span>
  )
}
