import { type Appearance, type LINE_LENGTHS, REPLY_LAYOUTS, TEXT_SIZES, THEMES } from '@everkin/contract/appearance.ts'
import { useText } from '../i18n/use-text.ts'
import { Choice } from './form/choice.tsx'

const SIZES = { 90: 'smaller', 100: 'usual', 112: 'larger', 125: 'large', 150: 'largest' } as const
/** In the order of their lengths. */
const LINES = ['short', 'usual', 'long'] as const satisfies readonly (typeof LINE_LENGTHS)[number][]

interface PartProps<Part extends keyof Appearance> {
  value: Appearance[Part]
  onChange: (value: Appearance[Part]) => void
}

/** Chooses a theme; each is shown as a small page in its colours. */
export function ThemeChoice({ value, onChange }: PartProps<'theme'>) {
  const text = useText()
  const options = THEMES.map((theme) => {
    const name = text(`settings.themes.${theme}`)
    return {
      value: theme,
      name,
      shown: (
        <>
          <span className={`set-page set-page-${theme}`} aria-hidden="true">
            <i />
            <i />
          </span>
          <span aria-hidden="true">{name}</span>
        </>
      ),
    }
  })
  return (
    <Choice label={text('settings.theme')} className="set-themes" options={options} value={value} onChange={onChange} />
  )
}

/** Chooses a text size; each is shown as a letter of that size. */
export function SizeChoice({ value, onChange }: PartProps<'size'>) {
  const text = useText()
  const options = TEXT_SIZES.map((size) => ({
    value: size,
    name: text(`settings.sizes.${SIZES[size]}`),
    shown: (
      <span className={`serif set-letter-${size}`} aria-hidden="true">
        {text('settings.sizeLetter')}
      </span>
    ),
  }))
  return (
    <Choice
      label={text('settings.textSize')}
      className="set-segments"
      options={options}
      value={value}
      onChange={onChange}
    />
  )
}

/** Chooses whether messages of characters are plain text on the page, or in bubbles. */
export function TalkChoice({ value, onChange }: PartProps<'talk'>) {
  const text = useText()
  const options = REPLY_LAYOUTS.map((talk) => namedOption(talk, text(`chats.reading.talks.${talk}`)))
  return (
    <Choice
      label={text('chats.reading.talk')}
      className="set-segments"
      options={options}
      value={value}
      onChange={onChange}
    />
  )
}

/** Chooses the length of the lines of a chat. */
export function LinesChoice({ value, onChange }: PartProps<'lines'>) {
  const text = useText()
  const options = LINES.map((length) => namedOption(length, text(`chats.reading.lineLengths.${length}`)))
  return (
    <Choice
      label={text('chats.reading.lines')}
      className="set-segments"
      options={options}
      value={value}
      onChange={onChange}
    />
  )
}

const namedOption = <Value,>(value: Value, name: string) => ({
  value,
  name,
  shown: <span aria-hidden="true">{name}</span>,
})
