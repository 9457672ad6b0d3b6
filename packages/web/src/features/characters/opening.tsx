import type { Block } from '@everkin/roleplay-markdown'
import { useEffect, useRef, useState } from 'react'
import { useText } from '../../i18n/use-text.ts'
import { IconButton } from '../../ui/button.tsx'
import { BlockList } from '../../ui/markdown-blocks.tsx'

/** The character's first message, set as a page; an open card also offers its alternative greetings. */
export function Opening({ openings }: { openings: readonly Block[][] }) {
  const text = useText()
  const [at, setAt] = useState(0)
  const blocks = openings[at]
  if (!blocks) return null
  return (
    <section className="opening">
      <h2 className="title-2">{text('characters.card.opening')}</h2>
      <OpeningText key={at} blocks={blocks} />
      {openings.length > 1 ? (
        <div className="message-actions opening-actions">
          <IconButton
            icon="caret-left"
            mirror
            label={text('characters.card.previousOpening')}
            aria-disabled={at === 0}
            onClick={() => setAt(Math.max(0, at - 1))}
          />
          <span className="figures" aria-live="polite">
            {text('characters.card.openingOf', { index: at + 1, total: openings.length })}
          </span>
          <IconButton
            icon="caret-right"
            mirror
            label={text('characters.card.nextOpening')}
            aria-disabled={at === openings.length - 1}
            onClick={() => setAt(Math.min(at + 1, openings.length - 1))}
          />
        </div>
      ) : null}
    </section>
  )
}

/** Folded after six lines, where scripts can unfold it. */
function OpeningText({ blocks }: { blocks: readonly Block[] }) {
  const text = useText()
  const words = useRef<HTMLDivElement>(null)
  const [isOpen, setOpen] = useState(false)
  const [isLong, setLong] = useState(false)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the height depends on the text
  useEffect(() => {
    const element = words.current
    if (!element || isOpen) return
    const observer = new ResizeObserver(() => setLong(element.scrollHeight > element.clientHeight + 1))
    observer.observe(element)
    // A link below the fold unfolds the text when it is focused.
    const unfold = () => setOpen(true)
    element.addEventListener('focusin', unfold)
    return () => {
      observer.disconnect()
      element.removeEventListener('focusin', unfold)
    }
  }, [blocks, isOpen])
  return (
    <div className="opening-page">
      <div ref={words} className="words" dir="auto" data-fold={isOpen ? undefined : isLong ? 'long' : 'short'}>
        <BlockList blocks={blocks} />
      </div>
      {isLong ? (
        <button type="button" className="text-button" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          {text(isOpen ? 'characters.card.readLess' : 'characters.card.readMore')}
        </button>
      ) : null}
    </div>
  )
}
