import { StrictMode, startTransition } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { HydratedRouter } from 'react-router/dom'
import { installOffer } from '../lib/install-offer.ts'
import { reloadOnMissingChunk } from './reload-on-missing-chunk.ts'

reloadOnMissingChunk()
installOffer.listen()

startTransition(() => {
  hydrateRoot(
    document,
    <StrictMode>
      <HydratedRouter />
    </StrictMode>,
  )
})
