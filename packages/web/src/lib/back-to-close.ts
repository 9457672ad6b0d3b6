import { useLayoutEffect, useRef } from 'react'
import { currentEntry } from './history-entry.ts'

/** Key in the state of a history entry; its value is how many layers were open over the page. */
const DEPTH_KEY = 'layers'

/** How to close each open layer (dialog, drawer, full-screen pane), the topmost last. */
const layers: { close: () => void }[] = []
/** Depth of the browser's current entry, its page key, and the router's index of it. */
let depth = 0
let currentKey = ''
let currentIndex = 0
/** Keys of pages that were replaced by a link in a layer above them: Back and Forward skip their entries. */
const replacedKeys = new Set<string>()
let isListening = false

/**
 * Makes Back close a layer instead of leaving the page beneath it. `onClose` is only called for Back; a layer that is
 * closed by its own button needs no further call.
 *
 * Each open layer has a history entry with the address and key of the page, so the router loads nothing and the page
 * keeps its scroll position. The entry stays when the layer is closed by its button, since going back at once would
 * race with a link that was pressed in it: the next layer reuses the entry, or the next Back skips it.
 */
export function useBackToClose(isOpen: boolean, onClose: () => void): void {
  const latest = useRef(onClose)
  useLayoutEffect(() => {
    latest.current = onClose
  })
  // A layout effect: the layers of a page are removed before the router renders the next page.
  useLayoutEffect(() => (isOpen ? openLayer(() => latest.current()) : undefined), [isOpen])
}

function openLayer(close: () => void): () => void {
  if (!isListening) startListening()
  const layer = { close }
  layers.push(layer)
  addEntries()
  return () => {
    layers.splice(layers.indexOf(layer), 1)
  }
}

function startListening(): void {
  isListening = true
  readCurrentEntry()
  currentEntry.onChange = () => {
    // The router increments its index for a new entry; an unchanged index means that it replaced the layer's entry.
    if (depth > 0 && currentKey !== keyOf(history.state) && currentIndex === indexOf(history.state)) {
      replacedKeys.add(currentKey)
    }
    readCurrentEntry()
    addEntries()
  }
  currentEntry.onPop = onPop
}

function readCurrentEntry(): void {
  depth = depthOf(history.state)
  currentKey = currentEntry.key
  currentIndex = indexOf(history.state)
}

function addEntries(): void {
  while (depth < layers.length) {
    depth += 1
    history.pushState({ ...history.state, [DEPTH_KEY]: depth }, '')
  }
}

function onPop(event: PopStateEvent): void {
  const from = depth
  const key = keyOf(event.state)
  depth = depthOf(event.state)
  if (key === null) return
  if (replacedKeys.has(key)) {
    event.stopImmediatePropagation()
    if (indexOf(event.state) > currentIndex) history.forward()
    else history.back()
    return
  }
  if (key !== currentEntry.key || depth === from) {
    // Handled by the router: it navigates to that page, and may still be doing so at the next event.
    currentEntry.key = key
    return
  }
  event.stopImmediatePropagation()
  if (depth > from) history.forward()
  else if (layers.length <= depth) history.back()
  else {
    for (const layer of layers.slice(depth).reverse()) layer.close()
    // Restores the entries of a layer that did not close (because it asks about unsaved work), so that Back closes it
    // again.
    setTimeout(addEntries)
  }
}

function depthOf(state: unknown): number {
  const value: unknown = Reflect.get(Object(state), DEPTH_KEY)
  return typeof value === 'number' ? value : 0
}

function indexOf(state: unknown): number {
  return Number(Reflect.get(Object(state), 'idx'))
}

/** The router's key of an entry's page; null for an entry that the router did not create, such as a link to `#main`. */
function keyOf(state: unknown): string | null {
  if (state === null || typeof state !== 'object' || !('idx' in state)) return null
  return 'key' in state && typeof state.key === 'string' ? state.key : 'default'
}
