import type { PointerEvent } from 'react'

/** Dragged down by this much, or flicked, a sheet closes. */
const DISMISS_PX = 96
const FLICK_PX_PER_MS = 0.6

/**
 * Handlers for the head of a sheet at the lower edge of a phone: it follows the finger down, and closes when it is let go
 * far enough. On wide screens, where dialogs are in the middle, they do nothing.
 */
export function dragToDismiss(onClose: () => void) {
  return {
    onPointerDown(event: PointerEvent<HTMLElement>) {
      const sheet = event.currentTarget.closest('dialog')
      const isControl = event.target instanceof Element && event.target.closest('button, a, input') !== null
      if (!sheet || isControl || event.pointerType !== 'touch' || sheet.scrollTop > 0) return
      if (window.matchMedia('(min-width: 48rem)').matches) return
      const head = event.currentTarget
      const { clientY: startY, timeStamp: startMs, pointerId } = event
      head.setPointerCapture(pointerId)
      const move = ({ clientY }: globalThis.PointerEvent) => {
        sheet.style.translate = `0 ${Math.max(0, clientY - startY)}px`
      }
      const end = (last: globalThis.PointerEvent) => {
        head.removeEventListener('pointermove', move)
        head.removeEventListener('pointerup', end)
        head.removeEventListener('pointercancel', end)
        const down = last.clientY - startY
        const isFlick = down / (last.timeStamp - startMs) > FLICK_PX_PER_MS
        sheet.style.translate = ''
        if (last.type === 'pointerup' && down > 0 && (down > DISMISS_PX || isFlick)) onClose()
      }
      head.addEventListener('pointermove', move)
      head.addEventListener('pointerup', end)
      head.addEventListener('pointercancel', end)
    },
  }
}
