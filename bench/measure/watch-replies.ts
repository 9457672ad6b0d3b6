/** What a page has shown of replies whose every word is the time at which it was written. */
export interface Seen {
  /** From each click on Send to the frame with the first word. */
  firstMs: number[]
  /** Age of the newest word, for every frame with new ones. */
  ages: number[]
  /** Tasks over 50 ms while words arrived. */
  longTasks: number
  /** The longest delay between typing or clicking and the next frame (Event Timing). */
  slowestInputMs: number
  /** When words were last shown, by the page's clock. */
  shownAt: number
  /** Number of words of all replies. */
  words: number
  taskMs: number
}

declare global {
  interface Window {
    seenReplies: Seen
  }
}

/** Runs in the page and must cost it little, so it reads only the end of the newest reply. */
export function watchReplies({ words, send }: { words: string; send: string }): void {
  const seen: Seen = { firstMs: [], ages: [], longTasks: 0, slowestInputMs: 0, shownAt: 0, words: 0, taskMs: 0 }
  window.seenReplies = seen
  /** A word of `stamped-words.ts`; only this function is sent to the page. */
  const STAMP = /[a-z]{11}/g
  const timeOf = (stamp: string) => [...stamp].reduce((time, letter) => time * 26 + letter.charCodeAt(0) - 97, 0) / 1000
  let clickedAt: number | null = null
  let newestStamp = ''
  let isDrawing = false
  document.addEventListener(
    'click',
    (event) => {
      if (!(event.target instanceof Element) || !event.target.closest(send)) return
      clickedAt = event.timeStamp
    },
    true,
  )
  const newestReply = () => [...document.querySelectorAll(words)].at(-1)
  /** The timestamp at the end of the newest reply; only its last text is read, however long the reply is. */
  const endOf = (reply: Element | undefined) => {
    const last = reply && document.createTreeWalker(reply, NodeFilter.SHOW_TEXT).lastChild()
    return last?.textContent?.slice(-60).match(STAMP)?.at(-1) ?? ''
  }
  newestStamp = endOf(newestReply())
  const look = () => {
    isDrawing = false
    const stamp = endOf(newestReply())
    if (stamp === '' || stamp === newestStamp) return
    newestStamp = stamp
    const now = performance.now()
    if (clickedAt !== null) seen.firstMs.push(now - clickedAt)
    clickedAt = null
    seen.shownAt = now
    seen.ages.push(performance.timeOrigin + now - timeOf(stamp))
  }
  let isInFrame = false
  const nextFrame = window.requestAnimationFrame.bind(window)
  window.requestAnimationFrame = (draw) =>
    nextFrame((time) => {
      isInFrame = true
      // Runs after the observer below has been notified of what `draw` changed.
      setTimeout(() => {
        isInFrame = false
      })
      draw(time)
    })
  new MutationObserver(() => {
    if (isDrawing) return
    isDrawing = true
    // After the frame in which the change is rendered: this one, if it was made while rendering.
    if (isInFrame) setTimeout(look)
    else nextFrame(() => setTimeout(look))
  }).observe(document.body, { childList: true, characterData: true, subtree: true })
  new PerformanceObserver((list) => {
    if (clickedAt === null && seen.firstMs.length > 0) seen.longTasks += list.getEntries().length
  }).observe({ type: 'longtask' })
  new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) seen.slowestInputMs = Math.max(seen.slowestInputMs, duration)
  }).observe({ type: 'event', durationThreshold: 16 } as PerformanceObserverInit)
}
