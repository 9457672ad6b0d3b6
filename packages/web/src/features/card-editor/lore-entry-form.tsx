import { type ChangeEvent, useState } from 'react'
import { useText } from '../../i18n/use-text.ts'
import { Button } from '../../ui/button.tsx'
import { TextArea, TextField } from '../../ui/form/text-field.tsx'
import { Icon } from '../../ui/icon.tsx'
import { digitsOf } from './digits.ts'
import type { LoreEntry } from './lore-book.ts'
import { SwitchLine } from './shelf-section.tsx'

interface LoreEntryFormProps {
  entry: LoreEntry
  onChange: (patch: Partial<LoreEntry>) => void
  onRemove: () => void
}

/** The form for one entry of a lorebook. */
export function LoreEntryForm({ entry, onChange, onRemove }: LoreEntryFormProps) {
  const text = useText()
  return (
    <div className="lore-form">
      <KeysField
        label={text('card-editor.lore.keys')}
        help={text('card-editor.lore.keysHint')}
        keys={entry.keys}
        onChange={(keys) => onChange({ keys })}
      />
      <TextArea
        label={text('card-editor.lore.content')}
        help={text('card-editor.lore.contentHint')}
        dir="auto"
        rows={3}
        value={entry.content}
        onChange={(event) => onChange({ content: event.target.value })}
      />
      <div className="making-two">
        <TextField
          label={text('card-editor.lore.name')}
          dir="auto"
          value={entry.name}
          onChange={(event) => onChange({ name: event.target.value })}
        />
        <TextField
          label={text('card-editor.lore.order')}
          help={text('card-editor.lore.orderHint')}
          inputMode="numeric"
          value={String(entry.insertion_order)}
          onChange={(event) => onChange({ insertion_order: Number(digitsOf(event.target.value).slice(0, 7)) })}
        />
      </div>
      <SwitchLine
        label={text('card-editor.lore.enabled')}
        hint={text('card-editor.lore.enabledHint')}
        on={entry.enabled}
        onChange={(enabled) => onChange({ enabled })}
      />
      <SwitchLine
        label={text('card-editor.lore.constant')}
        hint={text('card-editor.lore.constantHint')}
        on={entry.constant}
        onChange={(constant) => onChange({ constant })}
      />
      <SwitchLine
        label={text('card-editor.lore.caseSensitive')}
        hint={text('card-editor.lore.caseHint')}
        on={entry.case_sensitive}
        onChange={(case_sensitive) => onChange({ case_sensitive })}
      />
      <SwitchLine
        label={text('card-editor.lore.selective')}
        hint={text('card-editor.lore.selectiveHint')}
        on={entry.selective}
        onChange={(selective) => onChange({ selective })}
      />
      {entry.selective ? (
        <KeysField
          label={text('card-editor.lore.secondary')}
          keys={entry.secondary_keys}
          onChange={(secondary_keys) => onChange({ secondary_keys })}
        />
      ) : null}
      <div className="making-row">
        <Button size="small" onClick={onRemove}>
          <Icon name="trash" size="small" />
          {text('card-editor.lore.remove')}
        </Button>
      </div>
    </div>
  )
}

interface KeysFieldProps {
  label: string
  help?: string
  keys: string[]
  onChange: (keys: string[]) => void
}

/** Edits keys one per line, since a key may contain commas. Text being typed is not normalised. */
export function KeysField({ label, help, keys, onChange }: KeysFieldProps) {
  const [typed, setTyped] = useState(keys.join('\n'))
  const read = (words: string) =>
    words
      .split('\n')
      .map((key) => key.trim())
      .filter(Boolean)
  const isOwn = read(typed).join('\n') === keys.join('\n')
  return (
    <TextArea
      label={label}
      help={help}
      dir="auto"
      rows={2}
      value={isOwn ? typed : keys.join('\n')}
      onChange={(event: ChangeEvent<HTMLTextAreaElement>) => {
        setTyped(event.target.value)
        onChange(read(event.target.value))
      }}
    />
  )
}
