import type { Block } from '@everkin/roleplay-markdown'
import { useState } from 'react'
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
      <div className="opening-page words" dir="auto">
        <BlockList blocks={blocks} />
      </div>
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
