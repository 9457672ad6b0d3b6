import { StrictMode, startTransition } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { HydratedRouter } from 'react-router/dom'
import { installPrompt } from '../lib/install-prompt.ts'
import { reloadOnMissingChunk } from './reload-on-missing-chunk.ts'

reloadOnMissingChunk()
installPrompt.listen()

startTransition(() => {
  hydrateRoot(
    document,
    <StrictMode>
      <HydratedRouter />
    </StrictMode>,
  )
})
