import { lazy, Suspense } from 'react'
import type { Panel } from './panel-kind.ts'

// Loaded by those who open them, with their styles.
const AlbumPane = lazy(async () => ({ default: (await import('./album/album-pane.tsx')).AlbumPane }))
const CastPane = lazy(async () => ({ default: (await import('./cast-pane.tsx')).CastPane }))
const MemoryPane = lazy(async () => ({ default: (await import('./memory/memory-pane.tsx')).MemoryPane }))
const PromptPane = lazy(async () => ({ default: (await import('./prompt-pane.tsx')).PromptPane }))

const ReceiptPane = lazy(async () => ({ default: (await import('./memory/receipt-pane.tsx')).ReceiptPane }))
const SetupPane = lazy(async () => ({ default: (await import('./setup/setup-pane.tsx')).SetupPane }))
const SearchPane = lazy(async () => ({ default: (await import('./tools/search-pane.tsx')).SearchPane }))
const TreePane = lazy(async () => ({ default: (await import('./tools/tree-pane.tsx')).TreePane }))
const FilePane = lazy(async () => ({ default: (await import('./tools/file-pane.tsx')).FilePane }))
const NamePane = lazy(async () => ({ default: (await import('./tools/name-pane.tsx')).NamePane }))

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
    case 'search':
      return <SearchPane onClose={onClose} />
    case 'tree':
      return <TreePane onClose={onClose} />
    case 'file':
      return <FilePane onClose={onClose} />
    case 'name':
      return <NamePane onClose={onClose} />
    case 'album':
      return <AlbumPane onClose={onClose} />
    case 'cast':
      return <CastPane onClose={onClose} />
    case 'memory':
      return <MemoryPane chatId={chatId} onClose={onClose} />
    case 'receipt':
      return <ReceiptPane chatId={chatId} messageId={panel.messageId} onClose={onClose} />
    case 'setup':
      return <SetupPane chatId={chatId} onClose={onClose} />
    default:
      return panel satisfies never
  }
}
