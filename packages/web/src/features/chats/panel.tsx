import { lazy, Suspense } from 'react'

// Loaded by those who open them, with their styles.
const PromptPane = lazy(async () => ({ default: (await import('./prompt-pane.tsx')).PromptPane }))

/** What can stand beside a conversation; on phones it covers it. */
export type Panel =
  /** What the model saw for a character's message; null for what the next reply would see. */
  { kind: 'prompt'; messageId: string | null }

interface PanelProps {
  panel: Panel
  chatId: string
  onClose: () => void
}

/** The panel that was asked for. */
export function ChatPanel(props: PanelProps) {
  return (
    <Suspense fallback={null}>
      <Chosen {...props} />
    </Suspense>
  )
}

function Chosen({ panel, chatId, onClose }: PanelProps) {
  switch (panel.kind) {
    case 'prompt':
      return <PromptPane chatId={chatId} messageId={panel.messageId} onClose={onClose} />
    default:
      return panel.kind satisfies never
  }
}
