import type { Attachment } from '@everkin/contract/types.ts'
import { useText } from '../i18n/use-text.ts'
import './styles/album.css'

/** The visible label of every generated picture or video (H3): in full, or in a word or two on a tile (`isShort`). */
export function AiContentLabel({ kind, isShort = false }: { kind: Attachment['kind']; isShort?: boolean }) {
  const text = useText()
  const label = text(kind === 'image' ? 'albums.aiImage' : 'albums.aiVideo')
  if (!isShort) return <span className="picture-mark">{label}</span>
  return (
    <span className="picture-mark">
      <span aria-hidden="true">{text('sketch.face.ai')}</span>
      <span className="visually-hidden">{label}</span>
    </span>
  )
}
