import { StrictMode, startTransition } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { HydratedRouter } from 'react-router/dom'
import { currentEntry } from '../lib/history-entry.ts'
import { installPrompt } from '../lib/install-prompt.ts'
import { reloadOnMissingChunk } from './reload-on-missing-chunk.ts'

reloadOnMissingChunk()
installPrompt.listen()
currentEntry.listen()

startTransition(() => {
  hydrateRoot(
    document,
    <StrictMode>
      <HydratedRouter />
    </StrictMode>,
  )
})
