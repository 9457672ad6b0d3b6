import { type ReactNode, useState } from 'react'
import { useText } from '../../i18n/use-text.ts'
import { CardCover, CharacterAvatar } from '../../ui/avatar.tsx'
import { Icon } from '../../ui/icon.tsx'
import { patternClass } from '../../ui/pattern.ts'
import { RoleplayText } from '../../ui/roleplay-text.tsx'
import type { GroupForm } from './group-form.ts'
import type { SingleForm } from './single-form.ts'

/** A preview of the card as others will see it: always shown on wide screens, collapsed on phones. */
export function PreviewFrame({ children }: { children: ReactNode }) {
  const text = useText()
  const [isOpen, setIsOpen] = useState(false)
  return (
    <aside
      className={isOpen ? 'editor-preview editor-preview-open' : 'editor-preview'}
      aria-label={text('card-editor.preview')}
    >
      <button type="button" className="editor-fold" aria-expanded={isOpen} onClick={() => setIsOpen(!isOpen)}>
        <Icon name={isOpen ? 'eye-slash' : 'eye'} size="small" />
        {text('card-editor.preview')}
      </button>
      <p className="small faint editor-preview-title">{text('card-editor.preview')}</p>
      <div className="editor-preview-body">{children}</div>
    </aside>
  )
}

interface SinglePreviewProps {
  form: SingleForm
  reader: string
  /** A face that has been drawn but not kept, as a data URL. */
  drawn?: string | null
  /** Nothing has been written yet that the face could be drawn from. */
  isUnlit?: boolean
}

/** The cover and the first line of every chat. User input is rendered as plain text. */
export function SinglePreview({ form, reader, drawn, isUnlit = false }: SinglePreviewProps) {
  const text = useText()
  const name = form.name.trim()
  const url = isAddress(form.avatar) ? form.avatar : null
  const line = named(form.definition.first_mes, form.definition.nickname || name || text('card-editor.noName'), reader)
  return (
    <>
      <div className="editor-book">
        <div className="book">
          {drawn && !url ? (
            <span className={isUnlit ? 'cover sketch-unlit' : 'cover'}>
              <img src={drawn} alt="" width={480} height={640} />
            </span>
          ) : (
            <CardCover
              url={url}
              id={name}
              name={name}
              sizes="10rem"
              stamp={form.rating === 'nsfw' ? text('shell.header.nsfwBadge') : undefined}
            />
          )}
        </div>
        <div>
          <h2 className="title-1" dir="auto">
            {name || text('card-editor.noName')}
          </h2>
          <p className="small muted" dir="auto">
            {form.tagline || text('card-editor.noTagline')}
          </p>
          {form.tags.length > 0 ? (
            <ul className="editor-tags">
              {form.tags.slice(0, 4).map((tag) => (
                <li key={tag} dir="auto">
                  {tag}
                </li>
              ))}
            </ul>
          ) : null}
        </div>
      </div>
      {line.trim() ? (
        <div className="message">
          <CharacterAvatar url={url} id={name} name={name} size="tiny" />
          <div className="message-column">
            <div className="bubble" dir="auto">
              <RoleplayText words={line} />
            </div>
          </div>
        </div>
      ) : null}
    </>
  )
}

/** A group as its story appears on the shelf. */
export function GroupPreview({ form }: { form: GroupForm }) {
  const text = useText()
  return (
    <div className={`story ${patternClass(form.name || 'story')}`}>
      <span className="casts">
        {form.members.slice(0, 4).map((member) => (
          <CharacterAvatar key={member.id} url={member.avatar} id={member.id} name={member.name} size="large" />
        ))}
      </span>
      <div className="story-words">
        <h2 className="title-2" dir="auto">
          {form.name.trim() || text('card-editor.noTitle')}
        </h2>
        <p dir="auto">{form.tagline || form.scenario}</p>
        {form.members.length > 0 ? (
          <span className="meta">
            <Icon name="users-three" size="tiny" />
            {text('explore.castOf', { count: form.members.length })}
          </span>
        ) : null}
      </div>
    </div>
  )
}

/** Whether a picture can be displayed: a generated one may be stored by its id alone, which is no address. */
export function isAddress(picture: string | null): boolean {
  return picture !== null && /^(\/|https?:)/.test(picture)
}

/** A greeting with its placeholders replaced by the names, as shown in a chat. */
export function named(words: string, name: string, reader: string): string {
  return words.replace(/\{\{char\}\}|<(?:bot|char)>/gi, () => name).replace(/\{\{user\}\}|<user>/gi, () => reader)
}
