import { ADULT_AGE } from '@everkin/contract/limits.ts'
import { useId } from 'react'
import { Link, useNavigate } from 'react-router'
import { replyMessage } from '../../api/api-error.ts'
import { callApi } from '../../api/client.ts'
import { useFormat } from '../../i18n/format.ts'
import { useText } from '../../i18n/use-text.ts'
import { CardCover } from '../../ui/avatar.tsx'
import { Button, buttonClass } from '../../ui/button.tsx'
import { FieldError } from '../../ui/form/field-error.tsx'
import { Icon } from '../../ui/icon.tsx'
import { useMutation } from '../../ui/use-mutation.ts'
import { AgeBox } from './age-box.tsx'
import { messageOn } from './refusal.ts'
import type { ImportedCard } from './use-imports.ts'

/** Links of a saved character. */
export interface ImportLinks {
  card(id: string): string
  edit(id: string): string
}

interface ImportedCardProps {
  fileName: string
  imported: ImportedCard
  savedAs: string | null
  links: ImportLinks
  onAge: (age: number | null) => void
  onSaved: (id: string) => void
}

/** An imported character: its data, notes about the import, and a button to save it. */
export function ImportedCardPanel({ fileName, imported, savedAs, links, onAge, onSaved }: ImportedCardProps) {
  const text = useText()
  const navigate = useNavigate()
  const headId = useId()
  const { card, duplicates } = imported
  const isDraft = card.age === null || card.age < ADULT_AGE

  const {
    run: save,
    pending,
    error,
  } = useMutation(
    async (then: 'save' | 'edit') => {
      const body = { ...card, age: isDraft ? null : card.age, idempotency_key: card.import_id }
      const saved = await callApi('POST /api/chat.Single/saveCard', { body })
      onSaved(saved.id)
      if (then === 'edit') await navigate(links.edit(saved.id))
    },
    {
      onError: (thrown) =>
        messageOn(thrown, 'age') === null
          ? replyMessage(thrown, text('card-files.import.failed'))
          : text('card-files.import.ageYoung'),
    },
  )
  const busy = pending?.[0] ?? null

  return (
    <article className="import-card" aria-labelledby={headId}>
      <header>
        <CardCover url={card.avatar} id={card.import_id ?? card.name} name={card.name} sizes="7rem" eager />
        <div>
          <p className="caption faint">
            {text('card-files.import.from', { file: '' })} <bdi>{fileName}</bdi>
          </p>
          <h2 className="title-1" id={headId} dir="auto">
            {card.name}
          </h2>
          {card.tagline ? (
            <p className="small muted" dir="auto">
              {card.tagline}
            </p>
          ) : null}
          {card.tags.length > 0 ? (
            <ul className="import-tags">
              {card.tags.map((tag) => (
                <li key={tag.id}>
                  <bdi>{tag.name}</bdi>
                </li>
              ))}
            </ul>
          ) : null}
        </div>
      </header>
      {duplicates.map((same) => (
        <p key={same.id} className="import-note">
          <Icon name="info" size="small" />
          <Link to={links.card(same.id)}>{text('card-files.import.duplicate', { name: same.name })}</Link>
        </p>
      ))}
      {savedAs ? null : <AgeBox key={String(isDraft)} name={card.name} age={card.age} onSet={onAge} />}
      <div className="import-lists">
        <Lines icon="check-circle" look="ok" title={text('card-files.import.used')} lines={imported.used} />
        <Lines icon="archive" look="kept" title={text('card-files.import.kept')} lines={imported.kept} />
        <Lines icon="warning" look="warn" title={text('card-files.import.look')} lines={imported.look} />
      </div>
      <FieldError>{error}</FieldError>
      {savedAs ? (
        <div className="import-actions">
          <Link className={buttonClass('primary')} to={links.card(savedAs)}>
            {text('card-files.import.toCard')}
          </Link>
          <Link className={buttonClass('quiet')} to={links.edit(savedAs)}>
            {text('card-files.import.edit')}
          </Link>
        </div>
      ) : (
        <div className="import-actions">
          <Button variant="primary" busy={busy === 'save'} disabled={busy !== null} onClick={() => void save('save')}>
            {text(isDraft ? 'card-files.import.saveDraft' : 'card-files.import.save')}
          </Button>
          <Button busy={busy === 'edit'} disabled={busy !== null} onClick={() => void save('edit')}>
            {text('card-files.import.edit')}
          </Button>
        </div>
      )}
    </article>
  )
}

interface LinesProps {
  icon: 'check-circle' | 'archive' | 'warning'
  look: 'ok' | 'kept' | 'warn'
  title: string
  lines: readonly { code: string; message: string }[]
}

function Lines({ icon, look, title, lines }: LinesProps) {
  const format = useFormat()
  if (lines.length === 0) return null
  return (
    <section className={`import-lines import-lines-${look}`}>
      <h3 className="title-3">
        <Icon name={icon} size="small" />
        {title}
        <span className="figures faint">{format.number(lines.length)}</span>
      </h3>
      <ul>
        {lines.map(({ code, message }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the notes never change or move
          <li key={`${code}${index}`}>{message}</li>
        ))}
      </ul>
    </section>
  )
}
