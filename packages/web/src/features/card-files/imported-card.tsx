import { useId } from 'react'
import { Link, useNavigate } from 'react-router'
import { replyMessage } from '../../api/api-error.ts'
import { callApi } from '../../api/client.ts'
import { useFormat } from '../../i18n/format.ts'
import { useText } from '../../i18n/use-text.ts'
import { CardCover } from '../../ui/avatar.tsx'
import { Button, buttonClass } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { useMutation } from '../../ui/use-mutation.ts'
import { AgeBox } from './age-box.tsx'
import { messageOn } from './refusal.ts'
import type { ImportedCard } from './use-bringing.ts'

/** Links of a saved character. */
export interface BringLinks {
  card(id: string): string
  edit(id: string): string
}

interface BroughtCardProps {
  fileName: string
  brought: ImportedCard
  savedAs: string | null
  links: BringLinks
  onAge: (age: number | null) => void
  onSaved: (id: string) => void
}

/** An imported character: its data, notes about the import, and a button to save it. */
export function BroughtCardPanel({ fileName, brought, savedAs, links, onAge, onSaved }: BroughtCardProps) {
  const text = useText()
  const navigate = useNavigate()
  const headId = useId()
  const { card, duplicates } = brought
  const isDraft = card.age === null || card.age < 18

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
          ? replyMessage(thrown, text('card-files.bring.failed'))
          : text('card-files.bring.ageYoung'),
    },
  )
  const busy = pending?.[0] ?? null

  return (
    <article className="brought-card" aria-labelledby={headId}>
      <header>
        <CardCover url={card.avatar} name={card.name} sizes="7rem" eager />
        <div>
          <p className="caption faint">
            {text('card-files.bring.from', { file: '' })} <bdi>{fileName}</bdi>
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
            <ul className="brought-tags">
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
        <p key={same.id} className="brought-note">
          <Icon name="info" size="small" />
          <Link to={links.card(same.id)}>{text('card-files.bring.duplicate', { name: same.name })}</Link>
        </p>
      ))}
      {savedAs ? null : <AgeBox key={String(isDraft)} name={card.name} age={card.age} onSet={onAge} />}
      <div className="brought-lists">
        <Lines icon="check-circle" look="ok" title={text('card-files.bring.used')} lines={brought.used} />
        <Lines icon="archive" look="kept" title={text('card-files.bring.kept')} lines={brought.kept} />
        <Lines icon="warning" look="warn" title={text('card-files.bring.look')} lines={brought.look} />
      </div>
      <p role="alert" className="field-error">
        {error}
      </p>
      {savedAs ? (
        <div className="brought-doings">
          <Link className={buttonClass('primary')} to={links.card(savedAs)}>
            {text('card-files.bring.toCard')}
          </Link>
          <Link className={buttonClass('quiet')} to={links.edit(savedAs)}>
            {text('card-files.bring.edit')}
          </Link>
        </div>
      ) : (
        <div className="brought-doings">
          <Button look="primary" busy={busy === 'save'} disabled={busy !== null} onClick={() => void save('save')}>
            {text(isDraft ? 'card-files.bring.saveDraft' : 'card-files.bring.save')}
          </Button>
          <Button busy={busy === 'edit'} disabled={busy !== null} onClick={() => void save('edit')}>
            {text('card-files.bring.edit')}
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
    <section className={`brought-lines brought-lines-${look}`}>
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
