import { readTabItem, writeTabItem } from '../lib/tab-storage.ts'

const LAST_RELOAD = 'everkin-chunk-reload'
const RELOAD_PAUSE_MS = 60_000

/**
 * Reloads the page when one of its chunks cannot be loaded (usually because a new version was deployed), at most once
 * in 60 seconds; never where the time of the last reload cannot be stored, since it could go on for ever.
 */
export function reloadOnMissingChunk(): void {
  window.addEventListener('vite:preloadError', (event) => {
    const last = Number(readTabItem(LAST_RELOAD))
    if (Date.now() - last < RELOAD_PAUSE_MS || !writeTabItem(LAST_RELOAD, String(Date.now()))) return
    event.preventDefault()
    window.location.reload()
  })
}
