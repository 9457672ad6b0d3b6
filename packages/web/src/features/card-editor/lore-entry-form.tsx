import { useEffect, useRef, useState } from 'react'
import { useText } from '../../i18n/use-text.ts'
import { digitsOf } from '../../lib/coerce.ts'
import { Button } from '../../ui/button.tsx'
import { TextArea, TextField } from '../../ui/form/text-field.tsx'
import { Icon } from '../../ui/icon.tsx'
import { KeysField } from './keys-field.tsx'
import type { LoreEntry } from './lore-book.ts'
import { LoreEntryDetails } from './lore-entry-details.tsx'
import { SwitchLine } from './shelf-section.tsx'
import '../../ui/styles/fold.css'

interface LoreEntryFormProps {
  entry: LoreEntry
  /** It was just added, so its first field gets the focus. */
  isNew: boolean
  /** Every word between slashes is a pattern, so there is no switch for it. */
  readsPatternKeys: boolean
  onChange: (patch: Partial<LoreEntry>) => void
  onRemove: () => void
}

/** The form for one entry of a lorebook. */
export function LoreEntryForm({ entry, isNew, readsPatternKeys, onChange, onRemove }: LoreEntryFormProps) {
  const text = useText()
  const form = useRef<HTMLDivElement>(null)
  const [takesFocus] = useState(isNew)
  useEffect(() => {
    if (takesFocus) form.current?.querySelector<HTMLElement>('input, textarea')?.focus()
  }, [takesFocus])
  return (
    <div className="lore-form" ref={form}>
      <KeysField
        label={text('card-editor.lore.keys')}
        help={text(readsPatternKeys ? 'card-editor.lore.patternKeysHint' : 'card-editor.lore.keysHint')}
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
      <div className="editor-two">
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
        onChange={(constant) => onChange(constant ? { constant, use_regex: false } : { constant })}
      />
      <details className="fold lore-more">
        <summary>
          {text('card-editor.lore.details')}
          <Icon name="caret-down" size="small" />
        </summary>
        <LoreEntryDetails entry={entry} readsPatternKeys={readsPatternKeys} onChange={onChange} />
      </details>
      <div className="editor-row">
        <Button size="small" onClick={onRemove}>
          <Icon name="trash" size="small" />
          {text('card-editor.lore.remove')}
        </Button>
      </div>
    </div>
  )
}
