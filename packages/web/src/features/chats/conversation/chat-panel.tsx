import { lazy, Suspense } from 'react'
import type { Panel } from '../context/conversation-context.ts'

// Loaded with their styles when they are first opened.
const AlbumPanel = lazy(async () => ({ default: (await import('../album/album-panel.tsx')).AlbumPanel }))
const ParticipantsPanel = lazy(async () => ({
  default: (await import('../panels/participants-panel.tsx')).ParticipantsPanel,
}))
const MemoryPanel = lazy(async () => ({ default: (await import('../memory/memory-panel.tsx')).MemoryPanel }))
const PromptPanel = lazy(async () => ({ default: (await import('../memory/prompt-panel.tsx')).PromptPanel }))

const ReceiptPanel = lazy(async () => ({ default: (await import('../memory/receipt-panel.tsx')).ReceiptPanel }))
const ChatSettingsPanel = lazy(async () => ({
  default: (await import('../settings/chat-settings-panel.tsx')).ChatSettingsPanel,
}))
const ModelPanel = lazy(async () => ({ default: (await import('../models/model-choice.tsx')).ModelPanel }))
const SearchPanel = lazy(async () => ({ default: (await import('../search/message-search.tsx')).SearchPanel }))
const BranchPanel = lazy(async () => ({ default: (await import('../branches/branch-panel.tsx')).BranchPanel }))
const ExportChatPanel = lazy(async () => ({
  default: (await import('../transfer/export-chat-panel.tsx')).ExportChatPanel,
}))
const ReadingDialog = lazy(async () => ({ default: (await import('../panels/reading-dialog.tsx')).ReadingDialog }))
const RenamePanel = lazy(async () => ({ default: (await import('../panels/rename-panel.tsx')).RenamePanel }))

interface ChatPanelProps {
  panel: Panel
  chatId: string
  onClose: () => void
}

/** Renders the open panel. */
export function ChatPanel(props: ChatPanelProps) {
  return (
    <Suspense fallback={null}>
      <SelectedPanel {...props} />
    </Suspense>
  )
}

function SelectedPanel({ panel, chatId, onClose }: ChatPanelProps) {
  switch (panel.kind) {
    case 'prompt':
      return <PromptPanel chatId={chatId} messageId={panel.messageId} onClose={onClose} />
    case 'search':
      return <SearchPanel onClose={onClose} />
    case 'branches':
      return <BranchPanel onClose={onClose} />
    case 'export':
      return <ExportChatPanel onClose={onClose} />
    case 'rename':
      return <RenamePanel onClose={onClose} />
    case 'album':
      return <AlbumPanel onClose={onClose} />
    case 'participants':
      return <ParticipantsPanel onClose={onClose} />
    case 'memory':
      return <MemoryPanel chatId={chatId} newFact={panel.newFact} onClose={onClose} />
    case 'receipt':
      return <ReceiptPanel chatId={chatId} messageId={panel.messageId} onClose={onClose} />
    case 'reading':
      return <ReadingDialog onClose={onClose} />
    case 'settings':
      return <ChatSettingsPanel chatId={chatId} onClose={onClose} />
    case 'model':
      return <ModelPanel onClose={onClose} />
    default:
      return panel satisfies never
  }
}
