import { isLocale, LOCALE_CODES, LOCALES, type Locale } from '@everkin/contract/locales.ts'
import { useId, useState } from 'react'
import { useLocale, useText } from '../../i18n/use-text.ts'
import { Select } from '../../ui/form/form-controls.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Row } from './rows.tsx'

interface LanguageRowProps {
  /** Stores the choice and reloads the page in that language. */
  onChoose: (locale: Locale) => void
}

/** The language of the site, each option in its own language. */
export function LanguageRow({ onChoose }: LanguageRowProps) {
  const text = useText()
  const current = useLocale()
  const id = useId()
  const [chosen, setChosen] = useState(current)
  return (
    <Row
      id="language"
      label={<label htmlFor={id}>{text('shell.language')}</label>}
      hint={<span id={`${id}-hint`}>{text('settings.languageHint')}</span>}
    >
      <span className="set-select">
        <Select
          id={id}
          aria-describedby={`${id}-hint`}
          value={chosen}
          onChange={({ target }) => {
            if (!isLocale(target.value)) return
            setChosen(target.value)
            onChoose(target.value)
          }}
        >
          {LOCALE_CODES.map((locale) => (
            <option key={locale} value={locale} lang={locale}>
              {LOCALES[locale].name}
            </option>
          ))}
        </Select>
        <Icon name="caret-down" size="small" />
      </span>
    </Row>
  )
}
