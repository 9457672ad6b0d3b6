import { LIMITS } from '@everkin/contract/limits.ts'
import { useEffect, useRef, useState } from 'react'
import { useFormat } from '../../../i18n/use-format.ts'
import { useText } from '../../../i18n/use-text.ts'
import { Button } from '../../../ui/button.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { FactItem } from './fact-item.tsx'
import { type GoneFact, rowsOf } from './fact-rows.ts'
import type { Fact, MemoryChange } from './use-memory.ts'
import { WordsForm } from './words-form.tsx'

/** Rows shown before the rest is asked for. */
const SHOWN = 8

interface FactsProps {
  facts: readonly Fact[]
  onSave: (change: MemoryChange) => Promise<void>
  onShowSource: (seq: number) => void
  /** Says what was done to those who do not see it. */
  say: (words: string) => void
}

/** The facts, pinned ones first: added, changed, pinned and forgotten in their places; forgetting leaves a way back. */
export function Facts({ facts, onSave, onShowSource, say }: FactsProps) {
  const text = useText()
  const format = useFormat()
  const [isAdding, setAdding] = useState(false)
  const [showsAll, setShowsAll] = useState(false)
  const [gone, setGone] = useState<readonly GoneFact[]>([])
  const { list, keepFocus } = useKeptFocus()
  const all = rowsOf(facts, gone)
  const rows = showsAll ? all : all.slice(0, SHOWN)

  async function add(words: string) {
    await onSave({ facts: [{ text: words }] })
    say(text('memory.facts.added'))
  }

  async function change(fact: Fact, changed: { text?: string; pinned?: boolean }) {
    await onSave({ facts: [{ id: fact.id, ...changed }] })
    if (changed.pinned !== undefined) keepFocus(fact.id, 'pin')
    say(text('memory.facts.saved'))
  }

  async function forget(fact: Fact) {
    const index = all.findIndex((row) => row.fact.id === fact.id)
    await onSave({ facts: [{ id: fact.id, deleted: true }] })
    keepFocus(fact.id, 'undo')
    setGone((old) => [...old, { fact, index }])
    say(text('memory.facts.forgotten'))
  }

  async function bringBack(fact: Fact) {
    await onSave({ facts: [{ id: fact.id, deleted: false }] })
    keepFocus(fact.id, 'forget')
    setGone((old) => old.filter((each) => each.fact.id !== fact.id))
    say(text('memory.facts.back'))
  }

  return (
    <section className="memory-section" aria-labelledby="memory-facts">
      <div className="memory-head">
        <h3 className="title-3" id="memory-facts">
          {text('memory.facts.title')}{' '}
          {facts.length > 0 ? <span className="memory-count figures">{format.number(facts.length)}</span> : null}
        </h3>
        {isAdding ? null : (
          <button type="button" className="memory-action" onClick={() => setAdding(true)}>
            <Icon name="plus" size="small" />
            {text('memory.facts.add')}
          </button>
        )}
      </div>
      {isAdding ? (
        <div className="memory-fact memory-fact-open">
          <WordsForm
            label={text('memory.facts.new')}
            words=""
            mostLetters={LIMITS.factLength}
            rows={2}
            onSave={add}
            onDone={() => setAdding(false)}
          />
        </div>
      ) : null}
      {all.length === 0 && !isAdding ? <p className="small muted">{text('memory.facts.empty')}</p> : null}
      <ul className="memory-facts" ref={list}>
        {rows.map(({ fact, isGone }) => (
          <FactItem
            key={fact.id}
            fact={fact}
            isGone={isGone}
            onChange={(changed) => change(fact, changed)}
            onForget={() => forget(fact)}
            onUndo={() => bringBack(fact)}
            onShowSource={onShowSource}
          />
        ))}
      </ul>
      {rows.length < all.length ? (
        <Button wide onClick={() => setShowsAll(true)}>
          {text('memory.facts.more', { count: all.length - rows.length })}
        </Button>
      ) : null}
    </section>
  )
}

/** A row that moves, or whose button makes room for another, must not lose the keyboard's focus. */
function useKeptFocus() {
  const list = useRef<HTMLUListElement>(null)
  const wanted = useRef<{ id: string; part: string } | null>(null)
  // After every draw: what is waited for may come with any of them.
  useEffect(() => {
    if (!wanted.current) return
    const { id, part } = wanted.current
    const row = [...(list.current?.children ?? [])].find((each) => each.getAttribute('data-fact') === id)
    const target = row?.querySelector<HTMLElement>(`[data-part="${part}"]`)
    if (!target) return
    wanted.current = null
    target.focus()
  })
  return {
    list,
    keepFocus: (id: string, part: 'pin' | 'undo' | 'forget') => {
      wanted.current = { id, part }
    },
  }
}
