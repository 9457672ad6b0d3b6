import { LIMITS } from '@everkin/contract/limits.ts'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { useText } from '../../i18n/use-text.ts'
import { CharacterAvatar } from '../../ui/avatar.tsx'
import { Button } from '../../ui/button.tsx'
import { CrisisCard } from '../../ui/crisis-card.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { TextField } from '../../ui/form/text-field.tsx'
import { Icon } from '../../ui/icon.tsx'
import { RoleplayText } from '../../ui/roleplay-text.tsx'
import { isAddress, named } from './preview.tsx'
import type { SingleForm } from './single-form.ts'
import { type TestLine, useTestChat } from './use-test-chat.ts'
import './try-panel.css'

interface TryPanelProps {
  form: SingleForm
  /** Name of the person in the test chat. */
  reader: string
  safetyLink: string
  onClose: () => void
  onAgeUnknown: (then: () => void) => void
}

/** A test chat with the character as currently in the form. Nothing is stored, and the panel says so. */
export function TryPanel({ form, reader, safetyLink, onClose, onAgeUnknown }: TryPanelProps) {
  const text = useText()
  const name = form.name.trim() || text('card-editor.noName')
  const opening = named(form.definition.first_mes.trim(), form.definition.nickname || name, reader)
  const [words, setWords] = useState('')
  const { lines, incoming, isDemo, failure, help, ask, stop, restart } = useTestChat(form, opening, onAgeUnknown)
  const log = useRef<HTMLOListElement>(null)
  const helpCard = useRef<HTMLLIElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: scrolls whenever a line is added
  useEffect(() => {
    if (!log.current) return
    log.current.scrollTop = log.current.scrollHeight
    // Help lines are taller than the log: they are read from their heading on.
    if (helpCard.current)
      log.current.scrollTop += helpCard.current.getBoundingClientRect().top - log.current.getBoundingClientRect().top
  }, [lines, incoming, help])

  function onSubmit(event: FormEvent): void {
    event.preventDefault()
    if (words.trim() === '' || incoming !== null) return
    setWords('')
    void ask([...lines, { role: 'user', text: words.trim() }])
  }

  return (
    <Dialog
      open
      onClose={onClose}
      title={text('card-editor.try.title', { name })}
      description={text('card-editor.try.hint')}
    >
      <div className="try">
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable region must be reachable by keyboard */}
        <ol ref={log} className="try-log" tabIndex={0} aria-live="polite" aria-label={text('card-editor.try.log')}>
          {lines.map((line, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: lines are only ever added at the end
            <TryLine key={at} line={line} form={form} name={name} />
          ))}
          {incoming === null ? null : (
            <TryLine line={{ role: 'character', text: incoming || '…' }} form={form} name={name} />
          )}
          {help ? (
            <li ref={helpCard}>
              <CrisisCard
                name={name}
                isImminent={help.imminent}
                emergency={help.emergency}
                lines={help.help_lines}
                safetyLink={safetyLink}
              />
            </li>
          ) : null}
        </ol>
        {isDemo ? <p className="caption faint">{text('card-editor.try.demo')}</p> : null}
        <form className="editor-removable" onSubmit={onSubmit}>
          <TextField
            label={text('card-editor.try.say')}
            dir="auto"
            data-first-focus
            value={words}
            maxLength={LIMITS.messageLength}
            error={failure}
            onChange={(event) => setWords(event.target.value)}
          />
          {incoming === null ? (
            <Button
              type="submit"
              variant="primary"
              disabled={words.trim() === ''}
              aria-label={text('card-editor.try.send')}
            >
              <Icon name="paper-plane-right-fill" size="small" mirror />
            </Button>
          ) : (
            <Button aria-label={text('card-editor.wish.stop')} onClick={stop}>
              <Icon name="stop" size="small" />
            </Button>
          )}
        </form>
        {lines.length > 1 && incoming === null ? (
          <div className="editor-row">
            <Button size="small" onClick={restart}>
              <Icon name="arrow-clockwise" size="small" />
              {text('card-editor.try.again')}
            </Button>
          </div>
        ) : null}
      </div>
    </Dialog>
  )
}

function TryLine({ line, form, name }: { line: TestLine; form: SingleForm; name: string }) {
  const text = useText()
  const isMine = line.role === 'user'
  return (
    <li className={isMine ? 'message message-mine' : 'message'}>
      {isMine ? null : (
        <CharacterAvatar url={isAddress(form.avatar) ? form.avatar : null} id={name} name={name} size="tiny" />
      )}
      <div className="message-column">
        <span className="visually-hidden">{isMine ? text('card-editor.try.you') : name}</span>
        <div className="bubble" dir="auto">
          {isMine ? line.text : <RoleplayText words={line.text} />}
        </div>
      </div>
    </li>
  )
}
