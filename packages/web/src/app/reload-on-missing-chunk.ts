const LAST_RELOAD = 'everkin-chunk-reload'
const RELOAD_PAUSE_MS = 60_000

/**
 * Reloads the page when one of its chunks cannot be loaded (usually because a new version was deployed), at most once
 * in 60 seconds.
 */
export function reloadOnMissingChunk(): void {
  window.addEventListener('vite:preloadError', (event) => {
    const last = Number(sessionStorage.getItem(LAST_RELOAD) ?? 0)
    if (Date.now() - last < RELOAD_PAUSE_MS) return
    event.preventDefault()
    sessionStorage.setItem(LAST_RELOAD, String(Date.now()))
    window.location.reload()
  })
}
