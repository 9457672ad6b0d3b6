import { useText } from '../../i18n/use-text.ts'

/** The visible label of every generated picture (H3). */
export function AiMark() {
  const text = useText()
  return <span className="ai-mark">{text('image-tasks.aiPicture')}</span>
}
