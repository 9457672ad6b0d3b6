import { LIMITS } from '@everkin/contract/limits.ts'
import { STOP_PLACES, type StopPlace } from '@everkin/contract/moderation-choices.ts'
import { useEffect, useId, useState } from 'react'
import { callApi } from '../../api/client.ts'
import { useText } from '../../i18n/use-text.ts'
import { STOP_FRAGMENT, stoppedText } from '../../lib/stopped-text.ts'
import { useStore } from '../../lib/store.ts'
import { Button } from '../../ui/button.tsx'
import { Select } from '../../ui/form/form-controls.tsx'
import { TextArea } from '../../ui/form/text-field.tsx'
import { useToast } from '../../ui/toast.tsx'
import { useMutation } from '../../ui/use-mutation.ts'
import { type AppealedText, appealedText } from './appealed-text.ts'
import './appeal-form.css'

/** The appeal against a stop by the safety rules: open with the latest stopped text of this tab, else behind a button. */
export function StopAppeal({ onSent }: { onSent: () => void }) {
  const text = useText()
  const stopped = useStore(stoppedText)
  const [isAsking, setAsking] = useState(false)
  const close = () => {
    setAsking(false)
    stoppedText.set(null)
    onSent()
  }
  return (
    <section className="stop-appeal" id={STOP_FRAGMENT.slice(1)}>
      <h2 className="title-3">{text('moderation.stops.title')}</h2>
      <p className="small muted">{text('moderation.stops.hint')}</p>
      {isAsking || stopped ? (
        <StopAppealForm key={stopped ? 'stopped' : 'empty'} initial={appealedText(stopped)} onSent={close} />
      ) : (
        <Button size="small" onClick={() => setAsking(true)}>
          {text('moderation.stops.start')}
        </Button>
      )}
    </section>
  )
}

function StopAppealForm({ initial, onSent }: { initial: AppealedText; onSent: () => void }) {
  const text = useText()
  const toasts = useToast()
  const id = useId()
  const [place, setPlace] = useState<StopPlace>(initial.place)
  const [words, setWords] = useState(initial.text)
  const [note, setNote] = useState('')
  const send = useMutation(async () => {
    const chat_id = place === 'message' && initial.chatId !== null ? initial.chatId : undefined
    await callApi('POST /api/moderation/appealStop', { body: { place, chat_id, text: words, note } })
    toasts.show(text('moderation.notices.sent'))
    onSent()
  })
  useEffect(() => {
    setPlace(initial.place)
    setWords(initial.text)
  }, [initial.place, initial.text])
  const isComplete = words.trim() !== '' && note.trim() !== ''
  return (
    <form
      className="notice-appeal"
      onSubmit={(event) => {
        event.preventDefault()
        if (isComplete) void send.run()
      }}
    >
      <div className="field">
        <label htmlFor={id}>{text('moderation.stops.place')}</label>
        <Select
          id={id}
          className="input"
          value={place}
          // The options are those of the list.
          onChange={(event) => setPlace(event.target.value as StopPlace)}
        >
          {STOP_PLACES.map((known) => (
            <option key={known} value={known}>
              {text(`moderation.stops.places.${known}`)}
            </option>
          ))}
        </Select>
      </div>
      <TextArea
        label={text('moderation.stops.text')}
        help={text('moderation.stops.kept')}
        value={words}
        maxLength={LIMITS.stoppedTextLength}
        rows={4}
        onChange={(event) => setWords(event.target.value)}
      />
      <TextArea
        label={text('moderation.notices.answerLabel')}
        help={text('moderation.notices.answerHint')}
        error={send.error}
        value={note}
        maxLength={LIMITS.reportNoteLength}
        rows={3}
        onChange={(event) => setNote(event.target.value)}
      />
      <Button type="submit" variant="primary" busy={send.isBusy} disabled={!isComplete}>
        {text('moderation.notices.send')}
      </Button>
    </form>
  )
}
