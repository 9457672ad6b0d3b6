import { useText } from '../../i18n/use-text.ts'

/** The visible label of every generated picture (H3): in full, or `short` on a tile that opens the picture. */
export function AiMark({ short = false }: { short?: boolean }) {
  const text = useText()
  const words = text('image-tasks.aiPicture')
  if (!short) return <span className="ai-mark">{words}</span>
  return (
    <abbr className="ai-mark" title={words}>
      {text('sketch.face.ai')}
    </abbr>
  )
}
