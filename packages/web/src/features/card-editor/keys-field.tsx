import { type ChangeEvent, useState } from 'react'
import { TextArea } from '../../ui/form/text-field.tsx'

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
