import { LIMITS } from '@everkin/contract/limits.ts'
import { truncateText } from '@everkin/contract/truncate-text.ts'
import { type KeyboardEvent, useState } from 'react'
import { useText } from '../../i18n/use-text.ts'
import { isComposing } from '../../lib/is-composing.ts'
import { Button } from '../../ui/button.tsx'
import { TextField } from '../../ui/form/text-field.tsx'
import { Icon } from '../../ui/icon.tsx'
import { FieldPlace } from './field.tsx'

interface TagsFieldProps {
  tags: string[]
  onChange: (tags: string[]) => void
  error: string | null
  /** Names of the tags in use, most used first. */
  suggestions: string[]
}

const SUGGESTED = 12

function hasTag(tags: readonly string[], name: string): boolean {
  return tags.some((tag) => tag.toLocaleLowerCase() === name.toLocaleLowerCase())
}

/** The tags with those that are written in `words`, each once and cut to its maximum length, up to the limit of a card. */
export function withTags(tags: readonly string[], words: string): string[] {
  const named = words.split(/[,،、，;；\n]/).map((name) => truncateText(name.trim(), LIMITS.tagLength))
  const wanted = named.filter((name, at) => name !== '' && !hasTag(tags, name) && named.indexOf(name) === at)
  return [...tags, ...wanted].slice(0, LIMITS.tags)
}

/** Edits tags: popular ones as buttons, any other by typing it. A comma in any script completes a tag. */
export function TagsField({ tags, onChange, error, suggestions }: TagsFieldProps) {
  const text = useText()
  const [typed, setTyped] = useState('')
  const offered = suggestions.filter((name) => !hasTag(tags, name)).slice(0, SUGGESTED)

  function add(words: string): void {
    const all = withTags(tags, words)
    if (all.length > tags.length) onChange(all)
    setTyped('')
  }

  function onKeyDown(event: KeyboardEvent<HTMLInputElement>): void {
    if (event.key === 'Enter' && !isComposing(event)) {
      event.preventDefault()
      add(typed)
    } else if (event.key === 'Backspace' && typed === '' && tags.length > 0) onChange(tags.slice(0, -1))
  }

  return (
    <FieldPlace path="tags">
      <div className="stack stack-tight">
        <div className="editor-removable">
          <TextField
            label={text('card-editor.shelf.tags')}
            help={text('card-editor.shelf.tagsHint')}
            dir="auto"
            value={typed}
            maxLength={LIMITS.tagLength * 4}
            enterKeyHint="done"
            autoComplete="off"
            error={error}
            onChange={({ target: { value } }) => (/[,،、，;；]$/.test(value) ? add(value) : setTyped(value))}
            onKeyDown={onKeyDown}
            onBlur={() => add(typed)}
          />
          {typed ? <Button onClick={() => add(typed)}>{text('card-editor.shelf.addTag')}</Button> : null}
        </div>
        {tags.length > 0 ? (
          <ul className="chips chips-wrap" aria-label={text('card-editor.shelf.tags')}>
            {tags.map((tag) => (
              <li key={tag}>
                <button
                  type="button"
                  className="chip editor-tag"
                  aria-label={text('card-editor.remove', { what: tag })}
                  onClick={() => onChange(tags.filter((other) => other !== tag))}
                >
                  <bdi>{tag}</bdi>
                  <Icon name="x" size="tiny" />
                </button>
              </li>
            ))}
          </ul>
        ) : null}
        {offered.length > 0 && tags.length < LIMITS.tags ? (
          // biome-ignore lint/a11y/useSemanticElements: a fieldset would render its own legend
          <div className="chips chips-wrap" role="group" aria-label={text('card-editor.shelf.suggestions')}>
            {offered.map((name) => (
              <button key={name} type="button" className="chip" onClick={() => add(name)}>
                <Icon name="plus" size="tiny" />
                <bdi>{name}</bdi>
              </button>
            ))}
          </div>
        ) : null}
      </div>
    </FieldPlace>
  )
}
