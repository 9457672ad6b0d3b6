import { LIMITS } from '@everkin/contract/limits.ts'
import { useId, useRef, useState } from 'react'
import { sentenceGap, useFormat } from '../../../i18n/format.ts'
import { useLocale, useText } from '../../../i18n/use-text.ts'
import { useReturnFocus } from '../../../lib/use-return-focus.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { FieldError } from '../../../ui/form/field-error.tsx'
import { Switch } from '../../../ui/form/switch.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { useMutation } from '../../../ui/use-mutation.ts'
import { type NewFact, useChatSnapshot, useConversation } from '../context/conversation-context.ts'
import { PanelFrame, PanelPlaceholder } from '../panels/panel-frame.tsx'
import { messageIdOf } from '../realtime/message-path.ts'
import { FactList } from './fact-list.tsx'
import { InlineTextForm } from './inline-text-form.tsx'
import { PromptMeter } from './prompt-meter.tsx'
import { type ChatMemory, type MemoryChange, useMemory } from './use-memory.ts'
import './memory.css'

interface SummarySectionProps {
  memory: ChatMemory
  onSave: (change: MemoryChange) => Promise<void>
}

/** The summary of the part of the chat that is no longer in the prompt verbatim. */
export function SummarySection({ memory, onSave }: SummarySectionProps) {
  const text = useText()
  const format = useFormat()
  const gap = sentenceGap(useLocale())
  const [isEditing, setEditing] = useState(false)
  const edit = useRef<HTMLButtonElement>(null)
  useReturnFocus(isEditing || null, () => edit.current)
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
          <button ref={edit} type="button" className="memory-action" onClick={() => setEditing(true)}>
            <Icon name="pencil-simple" size="small" />
            {text('memory.story.edit')}
          </button>
        )}
      </div>
      {isEditing ? (
        <InlineTextForm
          label={text('memory.story.title')}
          words={summary}
          maxLength={LIMITS.summaryLength}
          canBeEmpty
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

interface MemorySettingsProps {
  sharesMemory: boolean
  onSave: (change: MemoryChange) => Promise<void>
  onForgotten: () => void
}

/** Whether other chats may recall this memory, and a button that deletes all of it. */
export function MemorySettings({ sharesMemory, onSave, onForgotten }: MemorySettingsProps) {
  const text = useText()
  const id = useId()
  const { name } = useConversation()
  const [isAsking, setAsking] = useState(false)

  const { run, isBusy, error } = useMutation(async (change: MemoryChange, then?: () => void) => {
    await onSave(change)
    then?.()
  })

  const errorLine = error ? <FieldError>{error}</FieldError> : null
  return (
    <section className="memory-keeping">
      <div>
        <div>
          <b>{text('memory.across.title')}</b>
          <p className="small muted" id={id}>
            {text('memory.across.hint', { name })}
          </p>
          {isAsking ? null : errorLine}
        </div>
        <Switch
          on={sharesMemory}
          onChange={(on) => void run({ shares_memory: on })}
          label={text('memory.across.title')}
          shown={text(sharesMemory ? 'shell.actions.on' : 'shell.actions.off')}
          describedBy={id}
          disabled={isBusy}
        />
      </div>
      <button type="button" className="memory-forget" onClick={() => setAsking(true)}>
        {text('memory.all.action')}
      </button>
      <Dialog
        open={isAsking}
        onClose={() => setAsking(false)}
        kind="alert"
        narrow
        title={text('memory.all.ask')}
        description={<p>{text('memory.all.hint')}</p>}
      >
        {errorLine}
        <div className="dialog-actions">
          <Button
            variant="danger"
            busy={isBusy}
            onClick={() => {
              void run({ forget_all: true }, () => {
                setAsking(false)
                onForgotten()
              })
            }}
          >
            {text('memory.all.confirm')}
          </Button>
          <Button data-first-focus onClick={() => setAsking(false)}>
            {text('memory.cancel')}
          </Button>
        </div>
      </Dialog>
    </section>
  )
}

interface MemoryPanelProps {
  chatId: string
  newFact?: NewFact
  onClose: () => void
}

/** Everything that memory stores about a chat; it can be read, edited, pinned and deleted. */
export function MemoryPanel({ chatId, newFact, onClose }: MemoryPanelProps) {
  const text = useText()
  const { chat, name, showPanel } = useConversation()
  const snapshot = useChatSnapshot(chat)
  // A finished reply changes what fits into the prompt, and may have added facts.
  const version = `${snapshot.streamingId === null} ${snapshot.ids.at(-1)}`
  const { memory, failure, retry, save } = useMemory(chatId, version)
  const [said, setSaid] = useState('')
  const [round, setRound] = useState(0)
  /** It was saved or given up. */
  const [doneFact, setDoneFact] = useState<NewFact>()
  const showSource = useShowSource(onClose)
  return (
    <PanelFrame title={text('memory.title', { name })} onClose={onClose}>
      {memory ? (
        <div className="memory" key={round}>
          <SummarySection memory={memory} onSave={save} />
          <FactList
            facts={memory.facts}
            newFact={newFact === doneFact ? undefined : newFact}
            onNewFactDone={setDoneFact}
            onSave={save}
            onShowSource={showSource}
            announce={setSaid}
          />
          <PromptMeter
            meter={memory.meter}
            hasSummary={memory.summary !== ''}
            isGroup={snapshot.chat.type === 'multiple'}
            onSeePrompt={() => showPanel({ kind: 'prompt', messageId: null })}
          />
          <MemorySettings
            sharesMemory={memory.shares_memory}
            onSave={save}
            onForgotten={() => {
              // After this, facts that were just deleted can no longer be restored.
              setRound((count) => count + 1)
              setSaid(text('memory.all.done'))
            }}
          />
        </div>
      ) : null}
      <p className="visually-hidden" role="status">
        {said}
      </p>
      <PanelPlaceholder isLoaded={memory !== null} failure={failure} label={text('memory.loading')} onRetry={retry} />
    </PanelFrame>
  )
}

/** Links to the source message of a fact; a panel that covers the conversation closes. */
function useShowSource(onClose: () => void): (seq: number) => void {
  const { chat, goTo } = useConversation()
  return (seq) => {
    if (!window.matchMedia('(min-width: 64rem)').matches) onClose()
    void goTo({ id: messageIdOf(chat.chatId, seq), seq }, false)
  }
}
