import { LIMITS } from '@everkin/contract/limits.ts'
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

/** Edits tags: popular ones as buttons, any other by typing it. A comma in any script completes a tag. */
export function TagsField({ tags, onChange, error, suggestions }: TagsFieldProps) {
  const text = useText()
  const [typed, setTyped] = useState('')
  const has = (name: string) => tags.some((tag) => tag.toLocaleLowerCase() === name.toLocaleLowerCase())
  const offered = suggestions.filter((name) => !has(name)).slice(0, SUGGESTED)

  function add(words: string): void {
    const named = words.split(/[,،、，;；\n]/).map((name) => name.trim().slice(0, LIMITS.tagLength))
    const wanted = named.filter((name, at) => name !== '' && !has(name) && named.indexOf(name) === at)
    if (wanted.length > 0) onChange([...tags, ...wanted].slice(0, LIMITS.tags))
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
