import { LIMITS } from '@everkin/contract/limits.ts'
import { useState } from 'react'
import { useText } from '../../../i18n/use-text.ts'
import { IconButton } from '../../../ui/icon-button.tsx'
import { failureWords } from '../setup/failure-words.ts'
import { FactSource } from './fact-source.tsx'
import type { Fact } from './use-memory.ts'
import { WordsForm } from './words-form.tsx'

interface FactItemProps {
  fact: Fact
  /** It was forgotten a moment ago, and can be brought back. */
  isGone: boolean
  onChange: (changed: { text?: string; pinned?: boolean }) => Promise<void>
  onForget: () => Promise<void>
  onUndo: () => Promise<void>
  onShowSource: (seq: number) => void
}

/** One fact with its source and what can be done with it, its words being changed, or the place where it was. */
export function FactItem({ fact, isGone, onChange, onForget, onUndo, onShowSource }: FactItemProps) {
  const text = useText()
  const [isEditing, setEditing] = useState(false)
  const [failure, setFailure] = useState<string | null>(null)
  const [isBusy, setBusy] = useState(false)

  async function run(work: () => Promise<void>) {
    if (isBusy) return
    setBusy(true)
    setFailure(null)
    await work().catch((error: unknown) => setFailure(failureWords(error, text)))
    setBusy(false)
  }

  const trouble = failure ? (
    <p className="field-error" role="alert">
      {failure}
    </p>
  ) : null
  if (isGone) {
    return (
      <li className="memory-fact memory-fact-gone" data-fact={fact.id}>
        <div className="memory-fact-words small">
          {text('memory.facts.forgotten')}
          {trouble}
        </div>
        <button type="button" className="memory-action" data-part="undo" onClick={() => void run(onUndo)}>
          {text('shell.actions.undo')}
        </button>
      </li>
    )
  }
  if (isEditing) {
    return (
      <li className="memory-fact memory-fact-open" data-fact={fact.id}>
        <WordsForm
          label={text('memory.facts.edit', { fact: fact.text })}
          words={fact.text}
          mostLetters={LIMITS.factLength}
          rows={2}
          onSave={(words) => onChange({ text: words })}
          onDone={() => setEditing(false)}
        />
      </li>
    )
  }
  return (
    <li className={`memory-fact${fact.pinned ? ' memory-fact-pinned' : ''}`} data-fact={fact.id}>
      <div className="memory-fact-words">
        <p dir="auto">{fact.text}</p>
        <FactSource fact={fact} onShow={onShowSource} />
        {trouble}
      </div>
      <span className="memory-fact-actions">
        <IconButton
          icon={fact.pinned ? 'push-pin-fill' : 'push-pin'}
          label={text('memory.facts.pin', { fact: fact.text })}
          aria-pressed={fact.pinned}
          data-part="pin"
          onClick={() => void run(() => onChange({ pinned: !fact.pinned }))}
        />
        <IconButton
          icon="pencil-simple"
          label={text('memory.facts.edit', { fact: fact.text })}
          onClick={() => setEditing(true)}
        />
        <IconButton
          icon="eraser"
          label={text('memory.facts.forget', { fact: fact.text })}
          data-part="forget"
          onClick={() => void run(onForget)}
        />
      </span>
    </li>
  )
}
