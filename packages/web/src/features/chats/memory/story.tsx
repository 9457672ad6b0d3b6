import { LIMITS } from '@everkin/contract/limits.ts'
import { useState } from 'react'
import { sentenceGap } from '../../../i18n/sentence-gap.ts'
import { useFormat } from '../../../i18n/use-format.ts'
import { useLocale, useText } from '../../../i18n/use-text.ts'
import { Icon } from '../../../ui/icon.tsx'
import type { ChatMemory, MemoryChange } from './use-memory.ts'
import { WordsForm } from './words-form.tsx'

interface StoryProps {
  memory: ChatMemory
  onSave: (change: MemoryChange) => Promise<void>
}

/** The story so far, as it stands for what is no longer in the prompt word for word. */
export function Story({ memory, onSave }: StoryProps) {
  const text = useText()
  const format = useFormat()
  const gap = sentenceGap(useLocale())
  const [isEditing, setEditing] = useState(false)
  const { summary, summary_covers: covers, summary_updated_at: updatedAt } = memory
  const notes = [
    covers > 0 ? text('memory.story.covers', { last: covers }) : '',
    updatedAt ? text('memory.story.rewritten', { ago: format.relative(updatedAt, Date.now()) }) : '',
  ].filter((note) => note !== '')
  return (
    <section className="memory-section" aria-labelledby="memory-story">
      <div className="memory-head">
        <h3 className="title-3" id="memory-story">
          {text('memory.story.title')}
        </h3>
        {isEditing ? null : (
          <button type="button" className="memory-action" onClick={() => setEditing(true)}>
            <Icon name="pencil-simple" size="small" />
            {text('memory.story.edit')}
          </button>
        )}
      </div>
      {isEditing ? (
        <WordsForm
          label={text('memory.story.title')}
          words={summary}
          mostLetters={LIMITS.summaryLength}
          mayBeEmpty
          rows={6}
          onSave={(words) => onSave({ summary: words })}
          onDone={() => setEditing(false)}
        />
      ) : summary === '' ? (
        <p className="small muted">{text('memory.story.empty')}</p>
      ) : (
        <>
          <p className="memory-story" dir="auto">
            {summary}
          </p>
          <p className="caption faint">{notes.join(gap)}</p>
        </>
      )}
    </section>
  )
}
