import type { Attachment } from '@everkin/contract/types.ts'
import { useText } from '../i18n/use-text.ts'

/** Labels a picture or video of an album as generated. */
export function AiContentLabel({ kind }: { kind: Attachment['kind'] }) {
  const text = useText()
  return <span className="album-mark">{text(kind === 'image' ? 'albums.aiImage' : 'albums.aiVideo')}</span>
}
