import { useText } from '../../i18n/use-text.ts'
import { oneOf, textOf, toObject, type UntrustedFields } from '../../lib/coerce.ts'
import { TextArea } from '../../ui/form/text-field.tsx'
import { LORE_ROLES } from './lore-book.ts'
import { ChoiceField, NumberField } from './number-field.tsx'

const DEFAULT_DEPTH = 4
const MAX_DEPTH = 999

interface DepthPromptProps {
  extensions: UntrustedFields
  onChange: (extensions: UntrustedFields) => void
}

/** The character's note, which the formats keep as `depth_prompt`: text placed a number of messages before the end. */
export function DepthPrompt({ extensions, onChange }: DepthPromptProps) {
  const text = useText()
  const note = toObject(extensions.depth_prompt)
  const words = textOf(note.prompt)
  const depth = typeof note.depth === 'number' ? note.depth : DEFAULT_DEPTH
  const role = oneOf(LORE_ROLES, note.role, 'system')

  function change(patch: UntrustedFields): void {
    const next = { prompt: words, depth, role, ...note, ...patch }
    const { depth_prompt: _removed, ...others } = extensions
    // An empty note would otherwise stay in every export.
    onChange(next.prompt === '' ? others : { ...others, depth_prompt: next })
  }

  return (
    <>
      <TextArea
        label={text('card-editor.advanced.depthPrompt')}
        help={text('card-editor.advanced.depthPromptHint')}
        dir="auto"
        rows={2}
        value={words}
        onChange={(event) => change({ prompt: event.target.value })}
      />
      {words === '' ? null : (
        <div className="editor-two">
          <NumberField
            label={text('card-editor.lore.depth')}
            value={depth}
            most={MAX_DEPTH}
            onChange={(next) => change({ depth: next ?? 0 })}
          />
          <ChoiceField
            label={text('card-editor.lore.role')}
            value={role}
            options={LORE_ROLES.map((name) => [name, text(`card-editor.lore.roles.${name}`)] as const)}
            onChange={(next) => change({ role: next })}
          />
        </div>
      )}
    </>
  )
}
