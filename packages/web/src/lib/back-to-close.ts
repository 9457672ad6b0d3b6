import { useLayoutEffect, useRef } from 'react'
import { currentEntry } from './history-entry.ts'

/** In the state of a history entry: how many layers were open over its page. */
const DEPTH_KEY = 'layers'

/** Closes each open layer (dialog, drawer, full-screen pane), the topmost last. */
const layers: { close: () => void }[] = []
/** Depth of the entry that the browser is at, its key, and the router's count of it. */
let depth = 0
let currentKey = ''
let currentIndex = 0
/** Pages whose place was given to another while a layer's entry stood over them: Back and Forward pass over them. */
const replacedKeys = new Set<string>()
let isListening = false

/**
 * Lets Back close a layer instead of leaving the page beneath it. `onClose` is called for Back only; a layer that is
 * closed by its own button needs nothing more.
 *
 * Each open layer has a history entry of its own, with the address and key of the page, so that the router has nothing
 * to load and the page keeps its scroll. The entry stays when the layer is closed by its button, since going back at
 * once would race with a link that was pressed in it: the next layer uses it, and the next Back passes over it.
 */
export function useBackToClose(isOpen: boolean, onClose: () => void): void {
  const latest = useRef(onClose)
  useLayoutEffect(() => {
    latest.current = onClose
  })
  // A layout effect: a page that goes takes its layers with it before the next page is told to be shown.
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
    // The router counts up for a new entry; here it has put another page in the place of the layer's entry.
    if (depth > 0 && currentKey !== keyOf(history.state) && currentIndex === indexOf(history.state)) {
      replacedKeys.add(currentKey)
    }
    readCurrentEntry()
    addEntries()
  }
  // Before the router's own listener.
  window.addEventListener('popstate', onPop, { capture: true })
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
    // The router's: it goes to that page, and may still be on its way there at the next event.
    currentEntry.key = key
    return
  }
  event.stopImmediatePropagation()
  if (depth > from) history.forward()
  else if (layers.length <= depth) history.back()
  else {
    for (const layer of layers.slice(depth).reverse()) layer.close()
    // A layer that did not close, to ask about unsaved work, can be left by Back as before.
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

/** The router's key of an entry's page; null for an entry that it did not make, such as that of a link to `#main`. */
function keyOf(state: unknown): string | null {
  if (state === null || typeof state !== 'object' || !('idx' in state)) return null
  return 'key' in state && typeof state.key === 'string' ? state.key : 'default'
}
