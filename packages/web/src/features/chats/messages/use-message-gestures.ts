import { type PointerEvent, useEffect, useRef } from 'react'
import { prefersReducedMotion } from '../../../lib/browser-state.ts'

const LONG_PRESS_MS = 450
/** A finger that moves further than this neither taps nor presses. */
const SLOP_PX = 10
/** A swipe of this length shows the neighbouring version when the finger is lifted. */
const SWIPE_PX = 64
/** Where there is no further version, the words follow the finger only this far. */
const RESISTANCE_PX = 24

/** To the version after this one (1), or before it (-1), in reading direction. */
export type Step = -1 | 1

interface MessageGestures {
  onLongPress: () => void
  /** Whether there is a version in this direction. */
  canSwipe: (step: Step) => boolean
  /** Returns whether the version was asked for; if not, the words slide back. */
  onSwipe: (step: Step) => boolean
}

interface Touch {
  pointerId: number
  x: number
  y: number
  timer: ReturnType<typeof setTimeout>
  words: HTMLElement
  isSwipe: boolean
}

/**
 * What a finger does to a message: a long press, and swiping sideways, which the words follow. Mouse and pen are left to
 * the buttons. With reduced motion the words stay where they are, and the swipe still works.
 */
export function useMessageGestures({ onLongPress, canSwipe, onSwipe }: MessageGestures) {
  const touch = useRef<Touch | null>(null)
  const wasHandled = useRef(false)
  useEffect(() => () => clearTimeout(touch.current?.timer), [])

  function end(): void {
    clearTimeout(touch.current?.timer)
    touch.current = null
  }

  return {
    onPointerDown(event: PointerEvent<HTMLElement>) {
      wasHandled.current = false
      if (event.pointerType !== 'touch' || !event.isPrimary || isControl(event.target)) return
      const timer = setTimeout(() => {
        if (touch.current?.isSwipe !== false) return
        end()
        wasHandled.current = true
        onLongPress()
      }, LONG_PRESS_MS)
      const { pointerId, clientX: x, clientY: y, currentTarget: words } = event
      touch.current = { pointerId, x, y, timer, words, isSwipe: false }
    },
    onPointerMove(event: PointerEvent<HTMLElement>) {
      const held = touch.current
      if (held?.pointerId !== event.pointerId) return
      const [across, along] = [event.clientX - held.x, event.clientY - held.y]
      if (!held.isSwipe) {
        if (Math.hypot(across, along) < SLOP_PX) return
        const isSideways = Math.abs(across) > 1.5 * Math.abs(along)
        if (!isSideways || (!canSwipe(1) && !canSwipe(-1))) return end()
        clearTimeout(held.timer)
        held.isSwipe = true
        wasHandled.current = true
        held.words.setPointerCapture(event.pointerId)
      }
      if (prefersReducedMotion()) return
      const isFree = canSwipe(stepOf(held.words, across))
      const limit = isFree ? Number.POSITIVE_INFINITY : RESISTANCE_PX
      held.words.style.translate = `${Math.max(-limit, Math.min(limit, across))}px`
    },
    onPointerUp(event: PointerEvent<HTMLElement>) {
      const held = touch.current
      if (held?.pointerId !== event.pointerId) return
      end()
      const across = event.clientX - held.x
      const step = stepOf(held.words, across)
      const isTaken = held.isSwipe && Math.abs(across) >= SWIPE_PX && canSwipe(step) && onSwipe(step)
      if (isTaken) held.words.classList.add('words-leave')
      else held.words.style.translate = ''
    },
    onPointerCancel() {
      if (touch.current) touch.current.words.style.translate = ''
      end()
    },
    /** The click that ends a long press or a swipe is none. */
    onClickCapture(event: { stopPropagation: () => void }) {
      if (wasHandled.current) event.stopPropagation()
      wasHandled.current = false
    },
  }
}

/** A finger that moves towards the start of the lines pulls in what comes next. */
function stepOf(words: HTMLElement, across: number): Step {
  const isRtl = getComputedStyle(words).direction === 'rtl'
  return across < 0 === isRtl ? -1 : 1
}

function isControl(target: EventTarget): boolean {
  return target instanceof Element && target.closest('button, a, input, textarea') !== null
}
