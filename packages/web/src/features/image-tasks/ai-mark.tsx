import { useText } from '../../i18n/use-text.ts'

/** The visible label of every picture that a machine made (H3). */
export function AiMark() {
  const text = useText()
  return <span className="ai-mark">{text('image-tasks.aiPicture')}</span>
}
