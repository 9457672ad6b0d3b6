import { LIMITS } from '@everkin/contract/limits.ts'
import { useEffect, useRef, useState } from 'react'
import { useFormat } from '../../../i18n/format.ts'
import { useReaderClock } from '../../../i18n/reader-clock.ts'
import { useText } from '../../../i18n/use-text.ts'
import { useReturnFocus } from '../../../lib/use-return-focus.ts'
import { Button, IconButton } from '../../../ui/button.tsx'
import { FieldError } from '../../../ui/form/field-error.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { useMutation } from '../../../ui/use-mutation.ts'
import { type NewFact, useConversation } from '../context/conversation-context.ts'
import { messageIdOf } from '../realtime/message-path.ts'
import { InlineTextForm } from './inline-text-form.tsx'
import { type Fact, type ForgottenFact, type MemoryChange, toFactRows } from './use-memory.ts'

interface FactSourceProps {
  fact: Fact
  onShow: (seq: number) => void
}

/** The source of a fact: who said it and when, with a link to the message; or that the person added it. */
function FactSource({ fact, onShow }: FactSourceProps) {
  const text = useText()
  const format = useFormat()
  const { timeZone } = useReaderClock()
  const { chat, name } = useConversation()
  const seq = fact.source_seq
  if (seq === null) {
    return (
      <p className="memory-source caption">
        {text('memory.facts.youWrote', { date: format.date(fact.created_at, timeZone) })}
      </p>
    )
  }
  const message = chat.message(messageIdOf(chat.chatId, seq))
  const date = format.date(message?.created_at ?? fact.created_at, timeZone)
  const label =
    message === undefined
      ? text('memory.facts.saidOn', { date })
      : message.role === 'user'
        ? text('memory.facts.youSaid', { date })
        : text('memory.facts.theySaid', { name: message.speaker?.name ?? name, date })
  return (
    <button type="button" className="memory-source caption" onClick={() => onShow(seq)}>
      <Icon name="arrow-bend-up-left" size="tiny" mirror />
      {label}
    </button>
  )
}

interface FactItemProps {
  fact: Fact
  /** It was just deleted and can be restored. */
  isForgotten: boolean
  onChange: (changed: { text?: string; pinned?: boolean }) => Promise<void>
  onForget: () => Promise<void>
  onUndo: () => Promise<void>
  onShowSource: (seq: number) => void
}

/** One fact with its source and actions, its edit form, or a placeholder with Undo after it was deleted. */
function FactItem({ fact, isForgotten, onChange, onForget, onUndo, onShowSource }: FactItemProps) {
  const text = useText()
  const [isEditing, setEditing] = useState(false)
  const edit = useRef<HTMLButtonElement>(null)
  useReturnFocus(isEditing || null, () => edit.current)

  const { run, error } = useMutation((work: () => Promise<void>) => work())

  const errorLine = error ? <FieldError>{error}</FieldError> : null
  if (isForgotten) {
    return (
      <li className="memory-fact memory-fact-gone" data-fact={fact.id}>
        <div className="memory-fact-words small">
          {text('memory.facts.forgotten')}
          {errorLine}
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
        <InlineTextForm
          label={text('memory.facts.edit', { fact: fact.text })}
          words={fact.text}
          maxLength={LIMITS.factLength}
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
        {errorLine}
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
          ref={edit}
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

/** Rows shown before "show more". */
const INITIAL_ROWS = 8

interface FactListProps {
  facts: readonly Fact[]
  /** Opens the form with this text; such a fact is saved as a pinned one. */
  newFact?: NewFact
  onNewFactDone: (done: NewFact) => void
  onSave: (change: MemoryChange) => Promise<void>
  onShowSource: (seq: number) => void
  /** Announces a finished action to screen readers. */
  announce: (words: string) => void
}

/** The facts, pinned ones first; they are added, edited, pinned and deleted in place, and a deletion can be undone. */
export function FactList({ facts, newFact, onNewFactDone, onSave, onShowSource, announce }: FactListProps) {
  const text = useText()
  const format = useFormat()
  const [form, setForm] = useState<NewFact | 'empty' | null>(null)
  // An open form stays as it is, with what has been typed; the new fact comes after it.
  if (form === null && newFact) setForm(newFact)
  const draft = form === 'empty' || form === null ? undefined : form
  const [showsAll, setShowsAll] = useState(false)
  const [forgotten, setForgotten] = useState<readonly ForgottenFact[]>([])
  const { list, keepFocus } = useFocusAfterChange()
  const addButton = useRef<HTMLButtonElement>(null)
  useReturnFocus(form, () => addButton.current)
  const all = toFactRows(facts, forgotten)
  const rows = showsAll ? all : all.slice(0, INITIAL_ROWS)

  async function add(words: string) {
    await onSave({ facts: [{ text: words, ...(draft && { pinned: true }) }] })
    announce(text('memory.facts.added'))
  }

  async function change(fact: Fact, changed: { text?: string; pinned?: boolean }) {
    await onSave({ facts: [{ id: fact.id, ...changed }] })
    if (changed.pinned !== undefined) keepFocus(fact.id, 'pin')
    announce(text('memory.facts.saved'))
  }

  async function forget(fact: Fact) {
    const index = all.findIndex((row) => row.fact.id === fact.id)
    await onSave({ facts: [{ id: fact.id, deleted: true }] })
    keepFocus(fact.id, 'undo')
    setForgotten((old) => [...old, { fact, index }])
    announce(text('memory.facts.forgotten'))
  }

  async function restore(fact: Fact) {
    await onSave({ facts: [{ id: fact.id, deleted: false }] })
    keepFocus(fact.id, 'forget')
    setForgotten((old) => old.filter((each) => each.fact.id !== fact.id))
    announce(text('memory.facts.back'))
  }

  return (
    <section className="memory-section" aria-labelledby="memory-facts">
      <div className="memory-head">
        <h3 className="title-3" id="memory-facts">
          {text('memory.facts.title')}{' '}
          {facts.length > 0 ? <span className="memory-count figures">{format.number(facts.length)}</span> : null}
        </h3>
        {form !== null ? null : (
          <button ref={addButton} type="button" className="memory-action" onClick={() => setForm('empty')}>
            <Icon name="plus" size="small" />
            {text('memory.facts.add')}
          </button>
        )}
      </div>
      {form !== null ? (
        <div className="memory-fact memory-fact-open">
          <InlineTextForm
            key={draft?.messageId}
            label={text('memory.facts.new')}
            words=""
            draft={draft?.text}
            maxLength={LIMITS.factLength}
            rows={2}
            onSave={add}
            onDone={() => {
              setForm(null)
              if (draft) onNewFactDone(draft)
            }}
          />
        </div>
      ) : null}
      {all.length === 0 && form === null ? <p className="small muted">{text('memory.facts.empty')}</p> : null}
      <ul className="memory-facts" ref={list}>
        {rows.map(({ fact, isForgotten }) => (
          <FactItem
            key={fact.id}
            fact={fact}
            isForgotten={isForgotten}
            onChange={(changed) => change(fact, changed)}
            onForget={() => forget(fact)}
            onUndo={() => restore(fact)}
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

/** Restores keyboard focus after a row has moved or a button has been replaced by another. */
function useFocusAfterChange() {
  const list = useRef<HTMLUListElement>(null)
  const pendingFocus = useRef<{ id: string; part: string } | null>(null)
  // After every render: the element to focus may appear in any of them.
  useEffect(() => {
    if (!pendingFocus.current) return
    const { id, part } = pendingFocus.current
    const row = [...(list.current?.children ?? [])].find((each) => each.getAttribute('data-fact') === id)
    const target = row?.querySelector<HTMLElement>(`[data-part="${part}"]`)
    if (!target) return
    pendingFocus.current = null
    target.focus()
  })
  return {
    list,
    keepFocus: (id: string, part: 'pin' | 'undo' | 'forget') => {
      pendingFocus.current = { id, part }
    },
  }
}
